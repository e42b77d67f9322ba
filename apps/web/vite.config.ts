import macros from '@lingui/babel-plugin-lingui-macro'
import { makeConfig } from '@lingui/conf'
import { lingui } from '@lingui/vite-plugin'
import babel, { defineRolldownBabelPreset } from '@rolldown/plugin-babel'
import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import type { RolldownOptions } from 'rolldown'
import type { Plugin } from 'vite'
import { defineConfig } from 'vitest/config'
import { chunkGroups, shorterFigures, withoutJsonSchemas } from './chunk-groups.ts'
import { compileCatalogues } from './compile-catalogues.ts'
import { compileMessages } from './compile-messages.ts'
import { buildApp, PRERENDER } from './prerender-pages.ts'

/** Lingui's macros, in the files that import them. The English text stays in the code: docs/decisions/0021. */
const texts = defineRolldownBabelPreset({
  preset: {
    plugins: [
      [macros, { descriptorFields: 'message', linguiConfig: makeConfig({ locales: ['hi'] }) }],
      compileMessages,
    ],
  },
  rolldown: { filter: { code: /from '@lingui\/(core|react)\/macro'/ } },
})

/** A module of Node that reaches the browser would fail only where it is first used there: it fails the build. */
const noNodeModules: Plugin = {
  name: 'no-node-modules',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ config }) => config.consumer === 'client',
  resolveId(id, importer) {
    if (id.startsWith('node:')) this.error(`${importer} imports ${id}, and reaches the browser`)
  },
}

/** That a module is imported both at once and later is meant: the start page imports later what the other pages have. */
const onLog: NonNullable<RolldownOptions['onLog']> = (level, log, report) => {
  if (log.code !== 'INEFFECTIVE_DYNAMIC_IMPORT') report(level, log)
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [
    noNodeModules,
    compileCatalogues,
    withoutJsonSchemas,
    shorterFigures,
    babel({ presets: [texts] }),
    lingui({ cwd: import.meta.dirname, failOnCompileError: true }),
    react(),
    tailwindcss(),
  ],
  build: {
    target: 'baseline-widely-available',
    outDir: 'dist',
    emptyOutDir: true,
    // Every browser of the target preloads modules itself.
    modulePreload: { polyfill: false },
    // Small files stay files: the page's policy allows no data addresses.
    assetsInlineLimit: 0,
    // Every page loads the list of all chunks: their names would add a kilobyte to each.
    // Short names: each page loads the list of them all, and a hash cannot be packed.
    rolldownOptions: { onLog, output: { chunkFileNames: 'assets/[hash:7].js' } },
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: chunkGroups() } } } },
    [PRERENDER]: {
      consumer: 'server',
      resolve: { noExternal: true },
      build: {
        outDir: `dist/.${PRERENDER}`,
        copyPublicDir: false,
        rollupOptions: { input: 'src/prerender.tsx', output: { entryFileNames: '[name].js' } },
      },
    },
  },
  builder: { buildApp },
  test: { setupFiles: ['./src/testing/setup.ts'] },
})
