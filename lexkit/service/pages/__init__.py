"""The pages: what the service says to people, as HTML that needs no script.

A page is a handler in a module here, a template in `lexkit/service/templates`, and texts in
`lexkit/service/languages`; `routes` lists the handlers, `render.page` makes the answer.
"""
