"""Heat maps of the sweeps, as SVG: blue where Extrema is ahead, red where behind."""

import numpy as np

from bench import sweep_topk
from bench.chart import load_pyplot, save

COLORS = "RdBu"


def _panel(figure, axes, factors, largest, **extent):
    """Powers of two in a colour each, the same distance to both sides."""
    image = axes.imshow(
        np.log2(factors), cmap=COLORS, vmin=-largest, vmax=largest, origin="lower", aspect="auto", **extent
    )
    bar = figure.colorbar(image, ax=axes, ticks=range(-largest, largest + 1))
    bar.ax.set_yticklabels([f"{2.0**t:g}×" for t in range(-largest, largest + 1)])


def draw_arg(path, sweeps, subtitle):
    """Scalar ÷ vector by rows and extent, a panel for each sweep."""
    pyplot = load_pyplot()
    columns = min(2, len(sweeps))
    figure, panels = pyplot.subplots(
        *(-(-len(sweeps) // columns), columns), squeeze=False, figsize=(8, 6), layout="constrained"
    )
    for axes, sweep in zip(panels.flat, sweeps):
        values = sorted({p.extent for p in sweep.points})
        at = {value: i for i, value in enumerate(values)}
        factors = np.ones((len(values), len(values)))
        for p in sweep.points:
            factors[at[p.rows], at[p.extent]] = 1 / p.ratio
        ends = (values[0] - 0.5, values[-1] + 0.5)
        _panel(figure, axes, factors, 6, extent=(*ends, *ends))
        axes.set_title(f"argmax {sweep.name}")
        axes.set_xlabel("extent")
        axes.set_ylabel("rows")
    figure.suptitle(f"time of the scalar path ÷ the vector path's\n{subtitle}", fontsize=9)
    save(pyplot, figure, path)


def draw_topk(path, rows, subtitle):
    """Best peer ÷ ours by k and n."""
    pyplot = load_pyplot()
    size = sweep_topk.LARGEST + 1
    factors = np.full((size, size), np.nan)
    for row in rows:
        if row.ratio_best_peer:
            n, k = row.workload.extent.bit_length() - 1, row.workload.k.bit_length() - 1
            factors[k, n] = row.ratio_best_peer
    figure, axes = pyplot.subplots(figsize=(7, 5), layout="constrained")
    low, high = sweep_topk.SMALLEST, sweep_topk.LARGEST
    _panel(figure, axes, factors[:, low:], 5, extent=(low - 0.5, high + 0.5, -0.5, high + 0.5))
    ticks = range(low, high + 1, 3)
    axes.set_xticks(ticks, [f"$2^{{{t}}}$" for t in ticks])
    axes.set_yticks(range(0, high + 1, 3), [f"$2^{{{t}}}$" for t in range(0, high + 1, 3)])
    axes.set_xlabel("n")
    axes.set_ylabel("k")
    axes.set_title(f"TopK of n f32: best peer's time ÷ Extrema's\n{subtitle}", fontsize=9)
    save(pyplot, figure, path)
