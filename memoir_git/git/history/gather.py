"""All roots of a repository, over all its work trees, by whichever reader understands how refs are kept."""

from __future__ import annotations

import os

from memoir_git.core.exposure import Unavailable
from memoir_git.git.history.git_dir_roots import collect_index, collect_plain_files
from memoir_git.git.history.ref_files import collect_refs
from memoir_git.git.history.ref_listing import list_refs
from memoir_git.git.history.roots import Roots, git_dirs
from memoir_git.git.history.shape import FILES, Shape
from memoir_git.git.inherited import inherited_by
from memoir_git.git.repo import Repository


def gather_roots(repository: Repository, shape: Shape) -> Roots:
    """Returns every root, with the reasons why some may be lacking."""
    roots = Roots(width=shape.width)
    for folder in git_dirs(repository):
        linked = folder != repository.common_dir
        try:
            if shape.ref_storage == FILES:
                collect_refs(roots, folder, linked=linked)
            else:
                list_refs(roots, repository, folder)
            collect_plain_files(roots, folder)
        except OSError:
            roots.reasons.add(Unavailable.REF_UNREADABLE)
        collect_index(roots, repository, folder, folder / "index")
    handed_down = inherited_by(repository).get("GIT_INDEX_FILE")
    if handed_down:
        index = (repository.top or repository.git_dir) / os.fspath(handed_down)
        collect_index(roots, repository, repository.git_dir, index)
    return roots
