"""What the installed hooks start, with `-I -S`: puts the package's parent on the path and calls the hook.

The parent goes to the end, so that nothing beside the package can shadow the standard library.
"""

import sys

sys.path.append(__file__.replace("\\", "/").rpartition("/memoir_git/")[0])
from memoir_git.hook import main

main(sys.argv[1:])
