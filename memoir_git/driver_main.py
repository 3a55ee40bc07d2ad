"""What git's config line starts, with `-I -S`: puts the package's parent on the path and calls the driver.

The parent goes to the end, so that nothing beside the package can shadow the standard library. Until the
driver can clean up after itself, Ctrl-C ends the process at once instead of printing a traceback.
"""

import _signal  # type: ignore[import-not-found]
import sys

_signal.signal(_signal.SIGINT, _signal.SIG_DFL)
sys.path.append(__file__.replace("\\", "/").rpartition("/memoir_git/")[0])
from memoir_git.driver import main  # noqa: E402

main(sys.argv[1:])
