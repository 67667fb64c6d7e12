"""A chart of the rows for a README: each contender's time ÷ Extrema's, as SVG."""

import sys

from bench import report
from bench.verdict import READING, OWN, SCALAR

# Okabe and Ito's colours, which the colour-blind can tell apart.
STYLES = {
    "NumPy": ("o", "#0072B2"),
    "ORT": ("s", "#D55E00"),
    "OpenVINO": ("^", "#009E73"),
    "torch": ("D", "#CC79A7"),
    "torch.compile": ("d", "#882255"),
    "JAX": ("v", "#E69F00"),
    "IREE": ("P", "#56B4E9"),
    SCALAR: ("x", "#777777"),
    READING: ("|", "#000000"),
}
LABELS = {READING: "reading the input"}
ROW_INCHES = 0.24


def _panel(axes, rows, name):
    axes.hlines(range(len(rows)), 0, 1, color="#eeeeee", linewidth=0.8, transform=axes.get_yaxis_transform())
    for contender, (marker, color) in STYLES.items():
        there = [(row.times[contender] / row.times[OWN], at) for at, row in enumerate(rows) if contender in row.times]
        if there:
            size, width = (9, 1.6) if contender == READING else (5, 1)
            axes.plot(*zip(*there), marker, color=color, markersize=size, markeredgewidth=width)
    axes.axvline(1, color="#000000", linewidth=1.2, zorder=1)
    axes.set_xscale("log")
    axes.minorticks_off()
    axes.xaxis.set_major_formatter("{x:g}")
    axes.set_yticks(range(len(rows)), [report.title(row.workload) for row in rows])
    axes.set_ylim(len(rows) - 0.5, -0.5)
    axes.set_title(name, loc="left", fontsize=10, fontweight="bold")
    axes.tick_params(axis="y", length=0)
    axes.grid(axis="x", color="#dddddd", linewidth=0.6)
    axes.set_axisbelow(True)
    for side in ("top", "right", "left"):
        axes.spines[side].set_visible(False)


def load_pyplot():
    """matplotlib's, set to write small files. Ends the program where it is not
    installed: only charts need it."""
    try:
        import matplotlib
    except ImportError as error:
        sys.exit(f"error: --chart draws with matplotlib: {error}")
    matplotlib.use("Agg")
    matplotlib.rcParams.update({"svg.fonttype": "none", "svg.hashsalt": "extrema", "font.size": 9})
    from matplotlib import pyplot

    return pyplot


def save(pyplot, figure, path):
    # No date: the same times make the same file.
    figure.savefig(path, format="svg", metadata={"Date": None})
    pyplot.close(figure)


def draw(path, rows, subtitle):
    """Writes the SVG. Rows in which Extrema has no time are left out."""
    pyplot = load_pyplot()
    rows = [row for row in rows if OWN in row.times]
    groups = {
        "ArgMin, ArgMax": [row for row in rows if not row.workload.is_topk],
        "TopK": [row for row in rows if row.workload.is_topk],
    }
    groups = {name: group for name, group in groups.items() if group}
    heights = [len(group) for group in groups.values()]
    figure, panels = pyplot.subplots(
        *(len(groups), 1),
        squeeze=False,
        sharex=True,
        figsize=(8, ROW_INCHES * sum(heights) + 1.4),
        gridspec_kw={"height_ratios": heights},
        layout="constrained",
    )
    for (name, group), axes in zip(groups.items(), panels[:, 0]):
        _panel(axes, group, name)
    panels[-1, 0].set_xlabel(f"time ÷ Extrema's time (right of the line: slower than Extrema)\n{subtitle}")
    present = {name for row in rows for name in row.times}
    handles = [
        pyplot.Line2D([], [], marker=marker, color=color, markersize=5, linewidth=0, label=LABELS.get(name, name))
        for name, (marker, color) in STYLES.items()
        if name in present
    ]
    figure.legend(handles=handles, loc="outside upper center", ncols=5, frameon=False)
    save(pyplot, figure, path)
