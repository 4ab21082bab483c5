"""Static site: the server runs in the visitor's browser (Pyodide). See docs/publishing.md."""
