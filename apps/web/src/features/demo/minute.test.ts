import { whyReply } from '@strikewise/wire/public-log.ts'
import { expect, it } from 'vitest'
import { recompute } from '../why/recompute.ts'
import minute from './minute.json'

// A new version of the signals needs a new minute: `npm start -- --start 2026-09-16T10:30 --speed 60`, a trend down from
// the sandbox's console, then what `GET /api/why` answers the Elite demo account for a minute in which the agents lean
// clearly, with `previous` and `next` null: the demo has no other minutes.
it('the minute of the demo is made again by the engine of this version', async () => {
  const { entry } = whyReply.parse(minute)
  expect(await recompute(entry!)).toMatchObject({ outcome: 'equal' })
})
