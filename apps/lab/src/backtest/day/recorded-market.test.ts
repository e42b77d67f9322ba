import { afterAll, describe, expect, it } from 'vitest'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { filesOf, mergedSessions } from '../input/bar-files.ts'
import { chainOf, readChain } from '../input/chain-files.ts'
import type { SessionBars } from '../input/session-bars.ts'
import { readOptions } from '../options.ts'
import { partitionsOf } from '../run/partition.ts'
import { runPartition } from '../run/run-partition.ts'
import { trialsOf } from '../run/trial.ts'
import { barFolder, HEAD, swingingSessions } from '../testing/bar-file.ts'
import { premiumRatios } from '../premiums/premium-ratios.ts'
import { premiumRecords } from '../premiums/premium-records.ts'
import { STEP_MS, STEPS_A_MINUTE } from '../session-steps.ts'
import { ModelledMarket } from './modelled-market.ts'

const { remove, write } = barFolder()
afterAll(remove)

const CHAIN_HEAD = 'ts,symbol,expiry,strike,type,ltp,bid,bid_qty,ask,ask_qty,volume,oi'
const rupees = (paise: number) => (paise / 100).toFixed(2)

/** A chain as a recorder would have written it once a minute, a second and a half after the minute. */
function recordedLines({ symbol, day, bars }: SessionBars): string[] {
  const session = nseCalendar.sessionOn(day)!
  const previousClose = bars[0]!.open
  const market = new ModelledMarket({
    seed: 'chain',
    symbol,
    session,
    calendar: nseCalendar,
    bars,
    previousClose,
    level: 1,
  })
  const { quotes, contracts } = market
  const lines: string[] = []
  for (let step = 0; step < 375 * STEPS_A_MINUTE; step += 1) {
    const isDue = step % STEPS_A_MINUTE === 3
    market.play(step, isDue)
    if (!isDue) continue
    const at = istIso((session.opensAt + step * STEP_MS) as EpochMs)
    for (const contract of [...contracts.near, ...contracts.next]) {
      market.quoteContract(contract)
      const { token, expiry, strike, side } = contract
      const slot = quotes.slotOf(token)
      const prices = [quotes.last(slot), quotes.bestBid(slot)].map(rupees)
      const shown = [quotes.offered(slot), rupees(quotes.bestAsk(slot)), quotes.offered(slot)]
      const rest = [quotes.volume[slot]! + 1e6, quotes.openInterest[slot]]
      lines.push([at, symbol, expiry, strike, side, ...prices, ...shown, ...rest].join(','))
    }
  }
  return lines
}

it('trades at the quotes of recorded chains where there are any', { timeout: 120_000 }, async () => {
  const reading = { leftOut: () => undefined, took: () => undefined }
  const bars = write('NIFTY_1m.csv', [HEAD, ...swingingSessions('2026-09-16', 5)])
  const sessions = () => mergedSessions(filesOf([bars], '1m'), nseCalendar, reading)
  const last = (await Array.fromAsync(sessions())).at(-1)!
  const lines = recordedLines(last)
  const chain = await readChain(write('NIFTY_chain.csv', [CHAIN_HEAD, ...lines]))
  const pieces = partitionsOf(sessions(), async ({ day }) => (day === last.day ? chain : undefined))
  const { settings } = readOptions(['x.csv'])
  const days = (await Array.fromAsync(pieces)).flatMap((piece) =>
    runPartition(piece, trialsOf([], settings)[0]!, 'seed'),
  )

  expect(days.map(({ pricing }) => pricing)).toEqual(['modelled', 'modelled', 'modelled', 'modelled', 'recorded'])
  expect(days.map(({ premiums }) => premiums.length > 0)).toEqual([false, false, false, false, true])
  // The chain was made by the model at level 1: compared at that level it agrees with itself.
  const session = nseCalendar.sessionOn(last.day)!
  const atOwnLevel = premiumRatios(premiumRecords(chain, nseCalendar), session, 1)
  expect(atOwnLevel.map(({ expiry }) => expiry)).toContain('4-7 sessions')
  for (const { ratio, moneyness } of atOwnLevel.filter((one) => one.moneyness !== '1.5-3 % out'))
    expect(Math.abs(ratio - 1), moneyness).toBeLessThan(moneyness === 'at the money' ? 0.03 : 0.08)
  const recorded = days.at(-1)!.entries.map(({ trade }) => trade)
  expect(recorded.length).toBeGreaterThan(0)
  for (const { enteredAt, expiry, strike, side, entryPrice, pricing } of recorded) {
    expect(pricing).toBe('recorded')
    // Decided two seconds after the minute and met half a second later: the snapshot of a second before stands.
    const row = `${istIso((enteredAt - 1000) as EpochMs)},NIFTY,${expiry},${strike},${side},`
    const ask = Number(lines.find((line) => line.startsWith(row))!.split(',')[8])
    expect(entryPrice / 100).toBeCloseTo(ask + 0.05, 1)
  }
})

describe('a bad chain is refused with line and reason', () => {
  const row = '2026-09-16T09:16:00+05:30,NIFTY,2026-09-22,25000,CE,100,99.9,65,100.1,65,10,20'
  it.each([
    ['a column that is missing', ['ts,symbol,strike,type,ltp', row], 'line 1: no column expiry'],
    ['a word for a price', [CHAIN_HEAD, row.replace('99.9', 'x')], 'line 2: bid must be a figure of at least 0'],
    ['another side', [CHAIN_HEAD, row.replace('CE', 'XX')], 'line 2: type must be CE or PE, not "XX"'],
    ['two indices', [CHAIN_HEAD, row, row.replace('NIFTY', 'BANKNIFTY')], 'line 3: a file holds one index and day'],
    [
      'times that step back',
      [CHAIN_HEAD, row, row.replace('09:16', '09:15')],
      'line 3: its time is before that of the row above',
    ],
    ['nothing but its header', [CHAIN_HEAD], 'there is no option in it'],
  ])('%s', async (_what, lines, reason) => {
    await expect(readChain(write('bad.csv', lines))).rejects.toThrow(reason)
  })

  it('is found by what its first row reports', async () => {
    expect(await chainOf(write('any-name.csv', [CHAIN_HEAD, row]))).toMatchObject({ key: 'NIFTY 2026-09-16' })
    await expect(chainOf(write('empty.csv', [CHAIN_HEAD]))).rejects.toThrow('there is no option in it')
  })
})
