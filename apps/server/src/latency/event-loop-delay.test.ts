import { setTimeout as delay } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { EventLoopDelay } from './event-loop-delay.ts'

const BLOCKED_MS = 400

/** Holds the thread's event loop up. */
function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

it('shows how long the event loop was blocked, by then and in later readings', async () => {
  const loop = new EventLoopDelay()
  try {
    await delay(200)
    block(BLOCKED_MS)
    await delay(200)
    const shown = loop.read()
    expect(shown).toBeGreaterThan(BLOCKED_MS - 100)
    await delay(200)
    expect(loop.read()).toBeGreaterThanOrEqual(shown!)
  } finally {
    loop.close()
  }
})
