"""The report of a load test as lines of text, and its charts."""

from pathlib import Path
from typing import Any, Final

from pokerroom.loadtest.charts import Line, line_chart
from pokerroom.loadtest.delays import PERCENTS

Report = dict[str, Any]
DELAYS: Final = (
    ("seen_by_actor_ms", "due -> seen by the actor"),
    ("seen_by_all_ms", "due -> seen by all at the table"),
    ("next_able_to_act_ms", "due -> the next player able to act"),
    ("sent_late_ms", "due -> sent by the generator"),
)
MIB: Final = 1024 * 1024
KIB: Final = 1024


def format_report(report: Report) -> str:
    """What was measured, as lines of text."""
    lines = [
        f"{report['tables']} tables of {report['seats']}, {report['watchers']} watchers each, {report['seconds']} s;"
        f" web processes {report['web_processes']}{_page_processes(report)}, hosts {report['hosts']}",
        _way_in(report["way_in"]),
        f"first pictures for all after {report['first_pictures']['seconds']} s;"
        f" CPU a person: {_each(report['first_pictures']['cpu_ms_per_person'])}",
        f"results of sessions after {report['settled']['seconds']} s more; without one: {report['settled']['without']}",
        f"{report['actions']} actions, {report['actions_per_second']} a second;"
        f" {report['deliveries_per_second']} deliveries a second of {report['bytes_per_delivery']} bytes",
    ]
    lines += [f"{words}: {_delays(report[key])}" for key, words in DELAYS]
    for kind, cost in report["cpu"].items():
        lines.append(
            f"CPU of {kind}: {cost['ms_per_action']} ms an action, {cost['ms_per_delivery']} ms a delivery,"
            f" {cost['cores']} cores"
        )
    if bare := report.get("bare"):
        lines.append(
            f"web process: {bare['room_deliveries_per_second_of_cpu']} deliveries a second of CPU; Daphne alone"
            f" {bare['deliveries_per_second_of_cpu']} in this run: {bare['ratio']:.0%} of the bare ceiling"
        )
    if storm := report.get("storm"):
        lines.append(
            f"storm of {storm['people']}{' strangers' if storm['strangers'] else ''}:"
            f" pictures {_delays(storm['picture_ms'])}; without one {storm['without_picture']}, refused"
            f" {storm['refused']}; CPU a person: {_each(storm['cpu_ms_per_person'])}; actions meanwhile"
            f" {_delays(storm['actions_meanwhile_ms'])}, sent late {_delays(storm['sent_late_meanwhile_ms'])}"
        )
    growth, last = report["memory"]["growth_per_minute"], report["memory"]["over_time"][-1]
    lines.append(
        f"memory: {last['web_per_socket'] / KIB:.1f} KiB a socket, {last['host_per_seat'] / KIB:.1f} a seat,"
        f" {last['host_per_table'] / KIB:.1f} a table; growth in the second half {growth['web'] / KIB:.0f} (web),"
        f" {growth['host'] / KIB:.0f} (host) KiB a minute"
    )
    lines.append(
        f"refusals {report['refusals']}, broken sockets {report['broken_sockets']}, unfinished {report['unfinished']}"
    )
    return "\n".join(lines)


def write_charts(report: Report, folder: Path) -> list[Path]:
    """Writes the charts of delays and of memory over time as SVG files; returns their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    over_time = report["over_time"]["seen_by_all_ms"]
    title = f"Action seen by all at the table: {report['tables']} tables of {report['seats']}"
    marks = [*(f"p{mark}" for mark in PERCENTS), "max"]
    delays = [Line(mark, [(period["at"], period[mark]) for period in over_time if mark in period]) for mark in marks]
    samples = report["memory"]["over_time"]
    memory = [
        Line(f"{name}, KiB", [(sample["at"] / 60, sample[key] / KIB) for sample in samples])
        for key, name in (("web_per_socket", "web a socket"), ("host_per_seat", "host a seat"))
    ]
    memory += [
        Line(f"{kind} process, MiB", [(sample["at"] / 60, sample[kind] / MIB) for sample in samples if kind in sample])
        for kind in ("web", "pages", "host")
    ]
    charts = {
        "delays.svg": line_chart(title, delays, x="seconds of the run", y="ms", logarithmic=True),
        "memory.svg": line_chart(
            f"Memory: {report['tables']} tables of {report['seats']}", memory, x="minutes of the run", y="KiB, MiB"
        ),
    }
    for name, text in charts.items():
        (folder / name).write_text(text, encoding="utf-8")
    return [folder / name for name in charts]


def _page_processes(report: Report) -> str:
    return f" and {report['page_processes']} for pages" if report["page_processes"] else ""


def _way_in(way_in: Report) -> str:
    if way_in["seated_before"]:
        return f"{way_in['people']} people were seated before"
    return (
        f"{way_in['people']} people came in within {way_in['seconds']} s, {way_in['people_per_second']} a second;"
        f" CPU a person: {_each(way_in['cpu_ms_per_person'])}"
    )


def _each(costs: dict[str, float]) -> str:
    return ", ".join(f"{kind} {cost} ms" for kind, cost in costs.items())


def _delays(figures: dict[str, float]) -> str:
    shown = ", ".join(f"{mark} {figures[mark]} ms" for mark in figures if mark != "count")
    return shown or "nothing seen"
