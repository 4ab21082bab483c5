import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte'
import { loadEnv } from 'vite'
import { defineConfig } from 'vitest/config'
import { brotli, fonts } from './plugins.js'

/** On a static site, paths stand behind the hash; links are rewritten, so that copied links work, too. */
const behindTheHash = {
  name: 'behind-the-hash',
  markup: ({ content }: { content: string }) => ({ code: content.replaceAll('href="/', 'href="#/') }),
}

const OUT: Record<string, string> = { gallery: 'build-gallery', site: '../src/meute/site/page' }
const INPUT: Record<string, string | Record<string, string>> = {
  gallery: 'gallery.html',
  site: { index: 'index.html', offline: 'src/site/offline-worker.ts' },
}

// The gallery is for illustrators: built separately, never shipped. A site's page runs the server in a worker and works in
// any folder. `picture.html` renders a table for programs.
export default defineConfig(({ mode }) => {
  const site = mode === 'site'
  // `python3 dev.py web` starts the Python server and names its address
  const server = loadEnv(mode, '.', 'MEUTE_').MEUTE_SERVER
  return {
    plugins: [
      svelte(site ? { preprocess: [vitePreprocess(), behindTheHash] } : {}),
      fonts,
      ...(mode === 'production' ? [brotli] : []),
    ],
    base: site ? './' : '/',
    worker: { format: 'es' },
    server: {
      host: '127.0.0.1',
      ...(server && { proxy: { '^/(api|socket)/': { target: server, ws: true } } }),
    },
    build: {
      outDir: OUT[mode] ?? '../src/meute/server/static',
      emptyOutDir: true,
      assetsDir: 'assets',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2023',
      rolldownOptions: {
        input: INPUT[mode] ?? ['index.html', 'picture.html'],
        output: { entryFileNames: ({ name }) => (name === 'offline' ? '[name].js' : 'assets/[name]-[hash].js') },
      },
    },
    // tokens.test.ts reads the style sheet
    test: { include: ['src/**/*.test.ts'], css: { include: /tokens\.css/ } },
  }
})
