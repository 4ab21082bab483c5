import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

/** On a site, the addresses of the page stand behind the hash: links are written so that they can also be copied. */
const behindTheHash = {
  name: 'behind-the-hash',
  markup: ({ content }: { content: string }) => ({ code: content.replaceAll('href="/', 'href="#/') }),
}

const OUT: Record<string, string> = { planche: 'build-planche', site: '../src/meute/site/page' }
const INPUT: Record<string, string | Record<string, string>> = {
  planche: 'planche.html',
  site: { index: 'index.html', offline: 'src/site/offline-worker.ts' },
}

// The art board is for people who draw: it is built apart, never shipped with the page. The page of a site has its
// house in a worker, and lies in any folder. `picture.html` is for programs that want a table as a picture.
export default defineConfig(({ mode }) => {
  const site = mode === 'site'
  return {
    plugins: [svelte(site ? { preprocess: [vitePreprocess(), behindTheHash] } : {})],
    base: site ? './' : '/',
    worker: { format: 'es' },
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
    // the test of the tokens reads the style sheet itself
    test: { include: ['src/**/*.test.ts'], css: { include: /tokens\.css/ } },
  }
})
