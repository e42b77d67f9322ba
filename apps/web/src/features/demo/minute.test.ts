import { whyReply } from '@strikewise/wire/public-log.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { recompute } from '../why/recompute.ts'
import decision from './decision.json'
import minute from './minute.json'

// A new version of the signals needs a new minute: `npm start -- --start 2026-09-16T10:30 --speed 60`, a trend down from
// the sandbox's console, then what `GET /api/why` answers the Elite demo account for a minute in which the agents lean
// clearly, with `previous` and `next` null: the demo has no other minutes. Its decision is a file of its own, which the
// start page loads without the rest.
it('the minute of the demo is made again by the engine of this version', async () => {
  const { entry } = whyReply.parse({ ...minute, decision })
  expect(await recompute(entry!)).toMatchObject({ outcome: 'equal' })
})

// A visitor is not advised: the start page shows what was decided on a day that is over, and why nothing was traded.
it('the minute of the demo is one without a trade, of a day that is over', () => {
  expect(decision.action).toBe('none')
  expect(decision.flips.length).toBeGreaterThan(0)
  expect(istDateAt(Date.parse(decision.bar_end) as EpochMs) < istDateAt(Date.now() as EpochMs)).toBe(true)
})
