import svelte from 'eslint-plugin-svelte'
import { defineConfig } from 'eslint/config'
import ts from 'typescript-eslint'

// A folder of src/ imports only from its own layer and from those before it; `wire.ts` is below them all.
const LAYERS = [
  ['lib', 'site'],
  ['art'],
  ['ui'],
  ['boards'],
  ['people'],
  ['learn'],
  ['setup'],
  ['room'],
  ['clubs'],
  ['table'],
  ['pages'],
]
const ENTRIES = ['App', 'main', 'picture', 'gallery']

const directions = LAYERS.map((layer, i) => ({
  files: layer.map((folder) => `src/${folder}/**`),
  rules: {
    'no-restricted-imports': [
      'error',
      {
        patterns: [
          {
            regex: `^(\\.\\./)+(${[...LAYERS.slice(i + 1).flat(), ...ENTRIES].join('|')})\\b`,
            message: `${layer.join(' and ')} must not import from a higher layer, see LAYERS in eslint.config.js`,
          },
        ],
      },
    ],
  },
}))

export default defineConfig(
  { ignores: ['build-gallery/', 'src/wire.ts'] },
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser } },
  },
  {
    rules: {
      // Maps and sets inside `$derived` are filled once and never changed afterwards.
      'svelte/prefer-svelte-reactivity': 'off',
      // `{' '}` keeps a space that the compiler would trim, `{''}` marks an empty branch.
      'svelte/no-useless-mustaches': 'off',
    },
  },
  directions,
)
