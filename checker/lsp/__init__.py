"""The language server `segoc lsp`: what editors ask about a story, answered over the Language Server Protocol.

`analysis` reads one version of a text; `hover`, `completion`, `names`, `rename`, `findings` and `hints` answer in the
places of `checker.domain.source`. Only `convert` and `server` know the protocol. Nothing is imported here.
"""
