"""The help of the editor: all its keys."""

HELP = """\
arrows, h j k l   move the cursor
space, enter      fill a cell or empty it; the mouse paints, too
. #               write a cell and go on, as in a board file
y                 symmetry: half turn, mirrored, both, none
f c x             fill, clear, invert the whole board
u r               undo, redo
shift+arrows      columns and rows more or fewer; H J K L, too
z                 type a size such as 8x6
paste             a board's text from anywhere
p m               pieces; misère or normal play
t                 the board's name
tab               the next board of the file
?                 the best move: one that wins, if there is one
s q               save, quit

Regions have letters. A blank cell is one that no piece reaches.
N: the player to move wins. P: the player to move loses."""
