import { defineConfig } from 'vitest/config'
import { LongestFirst } from './scripts/longest-first.ts'

/** No test is judged by how busy the machine is. */
const PATIENCE_MS = 60_000

/** Nor is what a test polls for: Vitest would give up after a second. */
const PATIENT_POLL = { poll: { timeout: 20_000 } }

/** CI prints what a failed assertion says and no diff: 'expected [ …(2) ]' would not name what was found. */
const WHOLE_VALUES = { truncateThreshold: 2_000 }

/** Node runs the sources as it does in production: types stripped, no Vite between, which made hot loops half as fast. */
const AS_IN_PRODUCTION = { viteModuleRunner: false }

/**
 * One project a kind of test. `unit` needs nothing but Node; `web` renders components in jsdom;
 * `system` starts the real PostgreSQL and real servers, so it gets more time, and the machine to itself.
 */
export default defineConfig({
  test: {
    // On two cores it would be one by itself.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        test: {
          name: 'unit',
          // Pure code keeps nothing between files: they share its modules, at less than half the cost.
          isolate: false,
          experimental: AS_IN_PRODUCTION,
          testTimeout: PATIENCE_MS,
          expect: PATIENT_POLL,
          chaiConfig: WHOLE_VALUES,
          include: [
            'packages/*/src/**/*.test.ts',
            'apps/{server,sandbox,lab,demo}/src/**/*.test.ts',
            'tools/bench/src/**/*.test.ts',
            'scripts/**/*.test.ts',
            'e2e/{lateness,one-path}/**/*.test.ts',
          ],
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        test: {
          name: 'web',
          root: 'apps/web',
          include: ['src/**/*.test.{ts,tsx}'],
          environment: 'jsdom',
          // The screens' modules and the page are made once a worker; testing/setup.ts clears what a test leaves in them.
          isolate: false,
          testTimeout: PATIENCE_MS,
          expect: PATIENT_POLL,
          chaiConfig: WHOLE_VALUES,
          // Half of it is waiting for timers of the screens.
          maxWorkers: 4,
          sequence: { groupOrder: 1 },
        },
      },
      {
        test: {
          name: 'system',
          include: ['apps/*/tests/**/*.test.ts', 'packages/*/tests/**/*.test.ts'],
          globalSetup: ['apps/server/tests/global-setup.ts'],
          // Each file has servers and a database of its own; the modules they are made of are loaded once a worker.
          isolate: false,
          experimental: AS_IN_PRODUCTION,
          testTimeout: 60_000,
          expect: PATIENT_POLL,
          chaiConfig: WHOLE_VALUES,
          hookTimeout: 120_000,
          // Much of it is waiting for real time to pass, so one more runs meanwhile.
          maxWorkers: 3,
          // After the others: real servers want the machine to themselves.
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
})
