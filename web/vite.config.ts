import { svelte } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'

// The art board is for people who draw: it is built apart, never shipped with the page.
export default defineConfig(({ mode }) => {
  const planche = mode === 'planche'
  return {
    plugins: [svelte()],
    base: '/',
    build: {
      outDir: planche ? 'build-planche' : '../src/meute/server/static',
      emptyOutDir: true,
      assetsDir: 'assets',
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'es2023',
      rolldownOptions: { input: planche ? 'planche.html' : 'index.html' },
    },
    // the test of the tokens reads the style sheet itself
    test: { include: ['src/**/*.test.ts'], css: { include: /tokens\.css/ } },
  }
})
