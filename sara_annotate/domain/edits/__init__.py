"""Changes of a layer as values: apply, invert, rebase, replay, undo.

`state` what a layer holds · `operations` what can be done to it · `apply` doing it, with the
exact inverse · `rebase` what may be done beside what · `log` edits in order, each once ·
`undo` undo and redo read off the log · `plans` gestures as operations · `wire` JSON.
The same rules stand in `frontend/src/model/edits*.ts`; `tests/edits/table.json` holds both.
"""
