"""HTTP: the Starlette application, middleware, uvicorn protocols and the built page."""
