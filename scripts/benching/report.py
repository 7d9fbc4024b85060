"""The figures as a table, as bars on a terminal, and as a plot."""

import shutil
from html import escape

_OURS = ("gen", "floor", "load", "validate", "show", "show one", "diff", "--help")


def table(report: dict) -> str:
    """All that was measured, one block a description; then the ratios, one line a description."""
    lines = [f"{'':46}{'cpu s':>9}{'wall s':>9}{'MB':>7}{'x floor':>9}{'operations':>12}"]
    for subject in report["subjects"]:
        lines.append(subject["name"])
        if "bytes" in subject:
            lines.append(f"  {subject['bytes']:,} bytes; package of {subject['package_bytes']:,} bytes")
        floor = subject["measured"]["floor"]
        for name, found in subject["measured"].items():
            if "error" in found:
                lines.append(f"  {name:44} fails: {found['error'][:100]}")
                continue
            ratio = f"{found['cpu'] / floor['cpu']:9.2f}" if floor.get("cpu") and name != "floor" else f"{'':9}"
            count = f"{found['operations']:>12,}" if found.get("operations") is not None else ""
            lines.append(f"  {name:44}{found['cpu']:>9.3f}{found['wall']:>9.2f}{found['megabytes']:>7.0f}{ratio}{count}")
    lines += ["", *_ratios(report)]
    for peer in report.get("peers", []):
        lines.append(f"{peer['name']} {peer['version']}: {peer['does']}")
    lines.append(f"load average {report['load_before']} before, {report['load_after']} after")
    return "\n".join(lines)


def fastest(subject: dict, among: set[str], *, as_many: bool = True) -> tuple[str, float] | None:
    """The peer among these of least CPU time, and our share of its time; `as_many`: of those that emit as many operations as we do."""
    ours = subject["measured"].get("gen")
    if not ours or "error" in ours:
        return None
    least = ours["operations"] if as_many else 1
    found = [
        (name, measured["cpu"])
        for name, measured in subject["measured"].items()
        if name in among and (measured.get("operations") or 0) >= least
    ]
    if not found:
        return None
    name, cpu = min(found, key=lambda item: item[1])
    return name, ours["cpu"] / cpu


def _ratios(report: dict) -> list[str]:
    if not report.get("peers"):
        return []
    every = {peer["name"] for peer in report["peers"]}
    whole = {peer["name"] for peer in report["peers"] if peer["answers"]}
    lines = [
        "CPU time of `gen`, as a share of the fastest peer's",
        f"{'':24}{'answers too, as many':>30}{'answers too, fewer count':>30}{'arguments alone will do':>30}",
    ]
    for subject in report["subjects"]:
        if "bytes" not in subject:
            continue
        found = (fastest(subject, whole), fastest(subject, whole, as_many=False), fastest(subject, every))
        cells = [f"{best[1]:.2f} of {best[0]}" if best else "none does" for best in found]
        lines.append(f"{subject['name']:24}" + "".join(f"{cell:>30}" for cell in cells))
    return [*lines, ""]


def bars(report: dict) -> str:
    """CPU seconds of everything that turns a description into operations, as bars that fit the terminal."""
    width = max(20, min(100, shutil.get_terminal_size((80, 24)).columns) - 42)
    lines = []
    for subject in report["subjects"]:
        shown = _shown(subject)
        most = max((found["cpu"] for _, found in shown if "error" not in found), default=1.0)
        lines.append(subject["name"])
        for name, found in shown:
            if "error" in found:
                lines.append(f"  {name:24}fails")
            else:
                lines.append(f"  {name:24}{found['cpu']:>8.2f} s  {'█' * max(1, round(width * found['cpu'] / most))}")
    return "\n".join(lines)


def _shown(subject: dict) -> list[tuple[str, dict]]:
    return [(name, found) for name, found in subject["measured"].items() if name in ("gen", "floor", "--help") or name not in _OURS]


_COLOURS = {"gen": "#2563eb", "--help": "#2563eb", "floor": "#9ca3af"}
_LEFT, _WIDTH, _ROW = 220, 520, 18


def svg(report: dict) -> str:
    """The bars as a plot, each description with a scale of its own. The figures are texts, so that a program can read them, too."""
    parts: list[str] = []
    y = 34
    for subject in report["subjects"]:
        if "bytes" not in subject:
            continue
        shown = _shown(subject)
        most = max((found["cpu"] for _, found in shown if "error" not in found), default=1.0)
        operations = subject["measured"]["gen"].get("operations", 0)
        parts.append(f'<text x="0" y="{y}" class="b">{escape(subject["name"])}: {operations:,} operations</text>')
        y += 8
        for name, found in shown:
            y += _ROW
            parts.append(f'<text x="{_LEFT - 8}" y="{y}" text-anchor="end">{escape(name)}</text>')
            if "error" in found:
                parts.append(f'<text x="{_LEFT}" y="{y}" class="d">fails on this description</text>')
                continue
            length = max(1.0, _WIDTH * found["cpu"] / most)
            note = f"{found['cpu']:.2f} s" + (
                f", {found['operations']:,}" if name not in ("gen", "floor") and found.get("operations") else ""
            )
            parts.append(
                f'<rect x="{_LEFT}" y="{y - 11}" width="{length:.1f}" height="13" fill="{_COLOURS.get(name, "#d97706")}"/>'
            )
            parts.append(f'<text x="{_LEFT + length + 6:.1f}" y="{y}" class="d">{note}</text>')
        y += 34
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{_LEFT + _WIDTH + 140}" height="{y}" font-family="sans-serif" font-size="12">\n'
        "<style>text{fill:#111}.b{font-weight:bold}.d{fill:#555}@media(prefers-color-scheme:dark){text{fill:#eee}.d{fill:#bbb}}</style>\n"
        '<text x="0" y="12" class="d">CPU seconds of whole processes, medians; behind a peer\'s seconds the operations that it emits</text>\n'
    )
    return head + "\n".join(parts) + "\n</svg>\n"


def comparison(report: dict) -> str:
    """Here against another commit: medians, and the ratio of each pair."""
    lines = [f"{'':46}{'here cpu s':>12}{report['against'][:12]:>14}{'ratio':>8}{'MB':>8}{'MB there':>10}"]
    for subject in report["subjects"]:
        lines.append(subject["name"])
        for name, found in subject["measured"].items():
            there = subject["against"].get(name)
            if there is None:
                continue
            if "error" in found or "error" in there:
                lines.append(f"  {name:44} fails: {(found.get('error') or there.get('error'))[:90]}")
                continue
            lines.append(
                f"  {name:44}{found['cpu']:>12.3f}{there['cpu']:>14.3f}{found['cpu'] / there['cpu']:>8.2f}"
                f"{found['megabytes']:>8.0f}{there['megabytes']:>10.0f}"
            )
    lines.append(f"load average {report['load_before']} before, {report['load_after']} after")
    return "\n".join(lines)
