import { test as base } from '@playwright/test'
import { startDevStack, type DevStack, type DevStackOptions } from './dev-stack.ts'

interface WorkerFixtures {
  /** The world a file needs. Files that show nothing share one, one after the other. */
  readonly market: DevStackOptions
  /** Started when a test of the worker first asks for it; closed with the worker. */
  readonly stack: DevStack
}

/** A morning in mid-session with the demo accounts, fast enough that the minute a starter's signals are late takes six seconds. */
const MORNING: DevStackOptions = { sandboxArgs: ['--speed', '10', '--start', '2026-09-16T10:30'], demo: true }

/** Long enough for a world to start on a machine that does much else. */
const STACK_TIMEOUT_MS = 300_000

/** Playwright's `test` with a running product. */
export const test = base.extend<object, WorkerFixtures>({
  market: [MORNING, { option: true, scope: 'worker' }],
  stack: [
    async ({ market }, use) => {
      const stack = await startDevStack(market)
      await use(stack)
      await stack.close()
    },
    { scope: 'worker', timeout: STACK_TIMEOUT_MS },
  ],
})
