import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vitest/config'
import { landingBudget } from './landing-budget.ts'

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwindcss(), landingBudget()],
  build: {
    target: 'baseline-widely-available',
    outDir: 'dist',
    emptyOutDir: true,
    // Every browser of the target preloads modules itself.
    modulePreload: { polyfill: false },
    // Small files stay files: the page's policy allows no data addresses.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': { target: 'http://127.0.0.1:8080', ws: true } } },
  test: { setupFiles: ['./src/testing/setup.ts'] },
})
