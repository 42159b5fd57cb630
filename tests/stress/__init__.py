"""The program under stress: every kind of file it reads, changed at random; every long command,
killed at random moments; full disks and closed streams. `make stress` runs all of it; the normal
tests run a little of each kind, so that it stays in working order.

The modules: `mutate` changes bytes and texts, `kind` says what a kind of file is, `texts`,
`games`, `checkpoints` and `databases` are the kinds, `trial` tries one input, `worker` tries many
in a process of their own, `supervise` watches that process, `kills` and `streams` are about
processes, `table` shows what was found.
"""
