import { defineConfig } from 'vitest/config'

/**
 * One project a kind of test. `unit` needs nothing but Node; `web` renders components in jsdom;
 * `system` starts the real PostgreSQL and real servers, so it gets more time and fewer workers.
 */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          name: 'unit',
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/{server,sandbox,lab,demo}/src/**/*.test.ts',
            'scripts/**/*.test.ts',
          ],
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        test: { name: 'web', root: 'apps/web', include: ['src/**/*.test.{ts,tsx}'], environment: 'jsdom' },
      },
      {
        test: {
          name: 'system',
          include: ['apps/*/tests/**/*.test.ts', 'packages/*/tests/**/*.test.ts'],
          globalSetup: ['apps/server/tests/global-setup.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          // After the others: real servers want the machine to themselves.
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
})
