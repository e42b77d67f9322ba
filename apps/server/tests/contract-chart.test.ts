import { istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { contractChartReply } from '@strikewise/wire/contract-chart.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { CONTRACT_VIEWED, contractKey } from '../src/bus/contract-views.ts'
import { call, FRIDAY_TEN, newUser, startTestWeb, type TestUser, type TestWeb } from './harness.ts'
import { openTicketMarket, publishSnapshot, TERMS } from './ticket-market.ts'

const at = (hour: number, minute: number) => istInstant(istDate('2026-11-20'), hour, minute)
const FAR = istDate('2026-12-29')

let web: TestWeb
let elite: TestUser
const requested: unknown[] = []
beforeAll(async () => {
  web = await startTestWeb()
  web.bus.subscribe(CONTRACT_VIEWED, (_subject, payload) => void requested.push(payload))
  elite = await newUser(web, 'elite')
  openTicketMarket(web)
})
afterAll(() => web.stop())
beforeEach(() => web.clock.set(FRIDAY_TEN))

const ask = (who: TestUser, terms: object = {}) =>
  call(web, 'GET', '/api/contract_chart', {
    cookie: who.cookie,
    query: { ...TERMS, strike: String(TERMS.strike), ...terms },
  })
const chartOf = async (terms: object = {}) => contractChartReply.parse((await ask(elite, terms)).json)

const QUOTE = { last: 15_000, close: 14_000, volume: 650, openInterest: 1_300 }
/** Two minutes from 09:58 on, the second ending at ten, and one under way; both expiries quoted. */
const VIEW = {
  tradingsymbol: 'NIFTY0',
  series: {
    from: at(9, 58),
    prices: [14_800, 14_900, 14_700, 14_850, 14_850, 15_100, 14_850, 15_000, 15_000, 15_000, 15_000, 15_000],
  },
  quotes: {
    at: FRIDAY_TEN,
    expiries: [
      { expiry: TERMS.expiry, ...QUOTE },
      { expiry: FAR, ...QUOTE, close: 0 },
    ],
  },
}
const publish = (terms: object, view: object | null) =>
  publishSnapshot(web, `contract.${contractKey({ ...TERMS, ...terms })}`, view)

describe('the chart of a contract', () => {
  it('is asked for by its reader, and not known until the market role shows it', async () => {
    requested.length = 0
    expect(await chartOf()).toMatchObject({ ...TERMS, candles: null, quotes: null, delayed_by: 0 })
    await chartOf()
    expect(requested).toEqual([TERMS])
  })

  it('has its minutes in rupees and the quotes of every expiry', async () => {
    await chartOf()
    publish({}, VIEW)
    const { candles, quotes } = await chartOf()
    expect(candles).toEqual([
      { time: at(9, 58), open: 148, high: 149, low: 147, close: 148.5 },
      { time: at(9, 59), open: 148.5, high: 151, low: 148.5, close: 150 },
      { time: at(10, 0), open: 150, high: 150, low: 150, close: 150, forming: true },
    ])
    // A ticket needs prices of the feed, which the nearest contract alone has.
    expect(quotes!.expiries).toEqual([
      { expiry: TERMS.expiry, price: 150, prev_close: 140, volume: 650, open_interest: 1_300, has_ticket: true },
      { expiry: FAR, price: 150, prev_close: null, volume: 650, open_interest: 1_300, has_ticket: false },
    ])
    expect((await chartOf({ from: String(at(9, 59)) })).candles).toHaveLength(2)
  })

  it('of one that the day does not list is not found', async () => {
    await ask(elite, { strike: '24450' })
    publish({ strike: 24_450 }, null)
    expect(await ask(elite, { strike: '24450' })).toMatchObject({ status: 404, json: { code: 'not_found' } })
  })

  it('keeps the last good minutes when what came could not be read', async () => {
    await chartOf()
    publish({}, VIEW)
    publish({}, { tradingsymbol: 7 })
    expect((await chartOf()).candles).toHaveLength(3)
  })

  it('is refused to a plan without the option chain', async () => {
    expect((await ask(await newUser(web, 'starter'))).status).toBe(403)
  })
})
