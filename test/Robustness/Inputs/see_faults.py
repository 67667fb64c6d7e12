"""Runs the driver of damaged files on programs with faults: PATH gets the
folder that is the first argument."""

import os
import sys

driver_folder, folder = sys.argv[1:3]
sys.path.insert(0, driver_folder)
os.environ["PATH"] = folder + os.pathsep + os.environ["PATH"]

import damaged_files
from support import forkserver

server = forkserver.Server(forkserver.compile_server(folder), "extrema-run", folder)
for fault in ("crash", "hang", "memory", "silence", "other"):
    print(f"{fault}: {server.run([fault]).fault()}", flush=True)
server.close()
sys.argv = ["damaged_files.py", "--sample", "60", "--changes", "0"]
damaged_files.main()
