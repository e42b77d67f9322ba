import { test as base } from '@playwright/test'
import { startWorld, type World, type WorldOptions } from './world.ts'

interface WorkerFixtures {
  /** The world a file needs. Files that say nothing share one, one after the other. */
  readonly market: WorldOptions
  /** Started when a test of the worker first asks for it; closed with the worker. */
  readonly world: World
}

/** A morning in mid-session with the demo accounts, fast enough that the minute a starter's signals are late takes six seconds. */
const MORNING: WorldOptions = { sandboxArgs: ['--speed', '10', '--start', '2026-09-16T10:30'], demo: true }

/** Long enough for a world to start on a machine that does much else. */
const WORLD_TIMEOUT_MS = 300_000

/** Playwright's `test` with a running product. */
export const test = base.extend<object, WorkerFixtures>({
  market: [MORNING, { option: true, scope: 'worker' }],
  world: [
    async ({ market }, use) => {
      const world = await startWorld(market)
      await use(world)
      await world.close()
    },
    { scope: 'worker', timeout: WORLD_TIMEOUT_MS },
  ],
})
