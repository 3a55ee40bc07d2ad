"""`git memoir merge-file`: what the driver runs, on any three files."""

from __future__ import annotations

from pathlib import Path

import click

from memoir_git import registry
from memoir_git.cli import output
from memoir_git.cli.environment import variables
from memoir_git.cli.options import EXIT_STATUS, common_options, surroundings
from memoir_git.core.options import DEFAULT_MARKER_SIZE, MergeOptions, parse_options

_LABELS = 3
_FILE = click.Path(path_type=Path)


@click.command(
    "merge-file",
    epilog=EXIT_STATUS + "\n\n" + "Unlike git merge-file, the status does not count the conflicts.",
)
@common_options
@click.argument("format_name", metavar="FORMAT", type=click.Choice([row.name for row in registry.FORMATS]))
@click.argument("ours", type=_FILE)
@click.argument("base", type=_FILE)
@click.argument("theirs", type=_FILE)
@click.option("-p", "--stdout", "to_stdout", is_flag=True, help="Print the result instead of writing OURS.")
@click.option(
    "--marker-size",
    metavar="N",
    type=click.IntRange(min=1),
    default=DEFAULT_MARKER_SIZE,
    help="Make conflict markers N characters long (default: 7).",
)
@click.option(
    "-L",
    "labels",
    metavar="LABEL",
    multiple=True,
    help="Name OURS, then BASE, then THEIRS in conflict markers; up to three times.",
)
def command(
    format_name: str,
    ours: Path,
    base: Path,
    theirs: Path,
    to_stdout: bool,
    marker_size: int,
    labels: tuple[str, ...],
) -> None:
    """Merge three files by meaning (plumbing).

    Joins what BASE..THEIRS and BASE..OURS changed, by the rules of FORMAT, and writes the result into OURS:
    the arguments of git merge-file, the work of the merge driver. /dev/null stands for an absent version.
    """
    from memoir_git.render import merge_file as view
    from memoir_git.services.merge_file import MergeFileRequest, merge_file

    if len(labels) > _LABELS:
        raise click.UsageError("-L may be given at most three times.")
    if to_stdout and surroundings().output_format == output.JSON:
        raise click.UsageError("-p prints the merged file itself; it does not go with --format json.")
    request = MergeFileRequest(
        directory=surroundings().directory,
        format_name=format_name,
        ours=ours,
        base=base,
        theirs=theirs,
        options=_options((ours, base, theirs), marker_size, labels),
        in_place=not to_stdout,
    )
    report = merge_file(request)
    if not to_stdout:
        output.emit(report, view, surroundings().output_format)
    output.write(report.data.content.decode("utf-8", "surrogateescape"))
    click.echo(view.as_text(report), nl=False, err=True)
    raise SystemExit(report.exit_code)


def _options(files: tuple[Path, Path, Path], marker_size: int, labels: tuple[str, ...]) -> MergeOptions:
    """Returns the switches of the merge; files without a label are named by their paths, as git does."""
    ours_label, base_label, theirs_label = (*labels, *map(str, files[len(labels) :]))
    environment = variables()
    return parse_options(
        path=str(files[0]),
        marker_size=str(marker_size),
        ours_label=ours_label,
        base_label=base_label,
        theirs_label=theirs_label,
        strategy=environment.get("MEMOIR_GIT_STRATEGY", ""),
        favour=environment.get("MEMOIR_GIT_FAVOR", ""),
        caps=environment.get("MEMOIR_GIT_CAPS", ""),
    )
