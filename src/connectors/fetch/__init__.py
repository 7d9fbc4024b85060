"""The guarded client: the only part of the program that opens a socket.

Addresses are given by strangers: a person pastes one, a description refers to one, a server redirects to one. Each is read in one
way (`url`), its host is resolved once and every answer judged (`addresses`, `registry`), and what was judged is what is dialled
(`decision`, `dialling`). A request that was not decided cannot be sent (`transport`).
"""
