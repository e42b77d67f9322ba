import { brotliCompressSync, constants } from 'node:zlib'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { demoDay, recordedValues } from '@strikewise/wire/demo-day.ts'
import { ROUTES, type RouteName } from '@strikewise/wire/routes.ts'
import { expect, it } from 'vitest'
import text from './day.json?raw'
import { EVENT_KINDS, eventsOf } from './events.ts'
import { RecordedCalls } from './recorded-calls.ts'

// A recording that this version cannot play is made again: `npm run demo-day`.
const day = demoDay.parse(JSON.parse(text))
const today = istDateAt(Date.now() as EpochMs)

/** From the open at 09:15 to 15:30. */
const OPTIONS_TRADE_MS = 22_500_000

/** Most that it may weigh, packed fast. The build packs a fifth better: a visitor loads 400 kB at the most. */
const BUDGET_BYTES = 500_000

it.each(day.replies)('every recorded answer of $route $query is one of its call', (recorded) => {
  const route = ROUTES[recorded.route as RouteName]
  expect(route.method).toBe('GET')
  if ('query' in route) expect(route.query.safeParse(recorded.query).error).toBeUndefined()
  expect(recorded.changes.length).toBeGreaterThan(0)
  for (const { second, value } of recordedValues(recorded)) {
    const read = route.reply.safeParse(value)
    expect(read.error, `${recorded.route} at second ${second}`).toBeUndefined()
    // Nothing in it that the page would not be given by the server.
    expect(read.data).toEqual(value)
  }
})

it('the day has each kind of event that can be jumped to', () => {
  const kinds = new Set(eventsOf(new RecordedCalls(day), day).map(({ kind }) => kind))
  expect([...kinds].toSorted()).toEqual([...EVENT_KINDS].toSorted())
})

// A visitor is not advised: what is shown lies behind.
it('the day is over, a session of the exchange, and whole', () => {
  expect(day.day < today).toBe(true)
  expect(day.recorded_on <= today).toBe(true)
  const session = nseCalendar.sessionOn(day.day)!
  expect(day.from).toBeLessThan(session.opensAt)
  // Options close before the session does.
  expect(day.to).toBeGreaterThan(session.opensAt + OPTIONS_TRADE_MS)
})

it('the money of the day is paper, and no address of a machine is in it', () => {
  const modes = [...text.matchAll(/"mode":"(\w+)"/g)].map(([, mode]) => mode)
  expect(new Set(modes)).toEqual(new Set(['paper']))
  expect(text).not.toMatch(/127\.0\.0\.1|localhost/)
})

it('the recording is light enough for a phone', () => {
  const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 6 } }
  expect(brotliCompressSync(text, fast).length).toBeLessThan(BUDGET_BYTES)
})
