// What a site is made of, with Node: archives of compiled modules, and files pressed for web spaces that serve them.
//
// node pack.mjs pack TREE OUT
// node pack.mjs press FOLDER
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const PRESSED = /\.(html|js|css|json|svg|webmanifest)$/

async function pack(tree, out) {
  const { loadPyodide } = await import('pyodide')
  // lines are enough to find an error: columns would be a fifth of the code
  const python = await loadPyodide({ env: { PYTHONDONTWRITEBYTECODE: '1', PYTHONNODEBUGRANGES: '1' } })
  for (const [inside, outside] of [['/tree', tree], ['/out', out]]) {
    python.FS.mkdir(inside)
    python.mountNodeFS(inside, outside)
  }
  python.runPython('import sys; sys.path.insert(0, "/tree")')
  try {
    await python.pyimport('meute.site.archives').pack('/tree', '/out')
  } catch (error) {
    console.error(error.message)
    process.exit(1)
  }
  process.exit()
}

function press(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile() || !PRESSED.test(entry.name)) continue
    const file = join(entry.parentPath, entry.name)
    const plain = readFileSync(file)
    writeFileSync(`${file}.gz`, gzipSync(plain, { level: 9 }))
    writeFileSync(`${file}.br`, brotliCompressSync(plain, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
  }
}

const [what, ...words] = process.argv.slice(2)
await { pack, press }[what](...words)
