import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'

const require = createRequire(import.meta.url)
const WEB = import.meta.dirname
/** Not in a source folder: the files are made anew whenever the packages are installed. */
const FONTS = join(WEB, 'node_modules/.fonts')
const FACES = [
  ['text', '@fontsource-variable/noto-sans', 'noto-sans-latin-wght-normal', { wght: { min: 400, max: 700 } }],
  ['title', '@fontsource/noto-serif', 'noto-serif-latin-700-normal', {}],
]
/** What French, English and German need; other letters come from the fonts of the machine. */
const LETTERS =
  String.fromCharCode(...Array.from({ length: 95 }, (_, n) => 32 + n)) +
  '\u00a0\u202f«»±°·×ÀÂÄÆÇÈÉÊËÎÏÔÖÙÛÜßàâäæçèéêëîïôöùûüÿŒœ–—‘’“”„…€−'
const LICENCE = 'fonts-licence.txt'
const PRESSED = /\.(html|js|css|svg|webmanifest)$/

/** Writes the page's fonts, cut to the letters and weights it needs, and adds their licence to the build. */
export const fonts = {
  name: 'fonts',
  async buildStart() {
    const cut = require('subset-font')
    mkdirSync(FONTS, { recursive: true })
    for (const [name, from, file, variationAxes] of FACES) {
      const whole = readFileSync(join(WEB, 'node_modules', from, 'files', `${file}.woff2`))
      const options = { targetFormat: 'woff2', noHinting: true, keepFeatures: ['kern'], variationAxes }
      writeFileSync(join(FONTS, `${name}.woff2`), await cut(whole, LETTERS, options))
    }
  },
  generateBundle() {
    const licences = FACES.map(([, from]) => readFileSync(join(WEB, 'node_modules', from, 'LICENSE'), 'utf8'))
    this.emitFile({ type: 'asset', fileName: LICENCE, source: licences.join('\n\n') })
  },
}

/** Compresses what was built with Brotli, for browsers that accept it. */
export const brotli = {
  name: 'brotli',
  writeBundle({ dir }) {
    for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
      const file = join(entry.parentPath, entry.name)
      if (entry.isFile() && PRESSED.test(file)) writeFileSync(`${file}.br`, brotliCompressSync(readFileSync(file)))
    }
  },
}
