// @invariant no-single-clock
import { expect, it } from 'vitest'
import { opened } from '../testing/open-trade.ts'
import type { Scenario } from '../testing/scenario.ts'

const SECOND = 1_000
const HOUR = 3_600_000
/** Our own limit of a reading. */
const READ_MS = 7_000
/** A scenario lets so long pass as a process starts. */
const START_MS = 1_000

/** A broker that answers no reading asked for in the next `ms`: each ends with our own limit. */
function silent(s: Scenario, ms: number): void {
  const until = s.clock.mono() + ms
  for (const kind of ['funds', 'orders', 'trades', 'positions'] as const) {
    const read = s.broker[kind].bind(s.broker) as () => Promise<never>
    s.broker[kind] = async () => {
      if (s.clock.mono() >= until) return read()
      await s.clock.sleep(READ_MS)
      return { ok: false, code: 'unavailable', text: '' }
    }
  }
}

it.each([-5.5, -10])(
  'a process that starts with its clock off by %d hours goes on with an exit as soon as the broker shows its time (I1)',
  async (hours) => {
    const s = await opened()
    // There is no buyer: the stop fires and rests.
    s.broker.fillLimit = 0
    s.price(90, 90.2)
    await s.run(SECOND)
    expect(s.trade.state).toBe('exiting')
    s.kill()
    s.clock.step(hours * HOUR)
    silent(s, 6_500)
    await s.start()
    // The first question is over after seven seconds, and the order book is asked for in its place.
    await s.run(READ_MS - START_MS - 100)
    const before = s.broker.calls.length
    await s.run(300)
    expect(s.broker.calls.slice(before)).toMatchObject([{ kind: 'modify' }])
  },
)
