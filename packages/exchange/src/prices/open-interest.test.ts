import { describe, expect, it } from 'vitest'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import {
  INDEX_SYMBOLS,
  INDEX_TOKENS,
  type IndexSymbol,
  type OptionSide,
} from '@strikewise/domain/instruments/contract.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { putCallRatio } from '@strikewise/domain/market/pcr.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDate, istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { PricePath } from '../price-path.ts'
import { syntheticPath } from './market-path.ts'

/** What the recorded chains show of open interest (data/calibration.md §11, signals reference §1.4 and §6). */
const SESSIONS = 30
const FIRST_DAY = istDate('2026-08-03')
const WINDOW = SIGNAL_PARAMS.chain.windowMinutes
/** The index leaves continuous trading at 15:15. */
const CONTINUOUS_MINUTES = 360
const BAND = SIGNAL_PARAMS.chain.bandStrikes

/** One 15-minute window: part `a` of the chain agent's score, the forward's log return, gross change over interest. */
interface Window {
  readonly a: number
  readonly move: number
  readonly share: number
}
interface Day {
  readonly windows: Window[]
  readonly neutral: number
  readonly evaluated: number
  /** Move of the forward and of the log put-call ratio of all strikes from the first window to the last. */
  readonly dayMove: number
  readonly ratioMove: number
}

/** The chain of each closed minute, as the product's pipeline reads it, and what its chain agent shows. */
function playDay(path: PricePath, day: IstDate): Record<IndexSymbol, Day> {
  path.skipTo(istInstant(day, 9, 1))
  const table = path.quotes
  const watched = INDEX_SYMBOLS.map((symbol) => {
    const options = path.instruments.options.filter((option) => option.symbol === symbol)
    const near = options.filter((option) => option.expiry === options[0]!.expiry)
    const decisions: Decision[] = []
    const pipeline = new SymbolPipeline({
      symbol,
      day,
      calendar: nseCalendar,
      table,
      source: 'simulated',
      contracts: { near, next: [], future: undefined },
      warmUp: { index: [], future: [] },
      onDecision: (decision) => decisions.push(decision),
    })
    const moments: { forward: number; atm: number; interest: Float64Array }[] = []
    return { symbol, pipeline, decisions, moments }
  })
  for (let minute = 1; minute <= CONTINUOUS_MINUTES; minute += 1) {
    const at = (istInstant(day, 9, 15) + minute * MINUTE_MS) as EpochMs
    path.skipTo(at)
    for (const { pipeline, moments } of watched) {
      for (let slot = 0; slot < table.size; slot += 1) pipeline.onTick(slot, at, at)
      pipeline.onTimer((at + SIGNAL_PARAMS.candles.graceMs) as EpochMs)
      const { chain } = pipeline
      const { forward, atm } = chain
      moments.push({ forward, atm, interest: chain.openInterest.slice() })
    }
  }
  const days = watched.map(({ symbol, decisions, moments }) => {
    const windows = moments.slice(WINDOW).map((now, i): Window => {
      const before = moments[i]!
      let [gross, total, net] = [0, 0, 0]
      for (
        let leg = 2 * Math.max(0, now.atm - BAND);
        leg < Math.min(now.interest.length, 2 * (now.atm + BAND + 1));
        leg += 1
      ) {
        const change = now.interest[leg]! - before.interest[leg]!
        gross += Math.abs(change)
        total += now.interest[leg]!
        net += leg % 2 === 1 ? change : -change
      }
      const share = gross / total
      const scale = Math.min(1, share / SIGNAL_PARAMS.chain.grossReference[symbol])
      return { a: (net / gross) * scale, move: Math.log(now.forward / before.forward), share }
    })
    const votes = decisions
      .slice(WINDOW + 1)
      .map(({ contributions }) => contributions.find(({ agent }) => agent === 'option_chain_signal')!)
    const [first, last] = [moments[WINDOW]!, moments.at(-1)!]
    const record: Day = {
      windows,
      evaluated: votes.filter((vote) => !vote.stale).length,
      neutral: votes.filter((vote) => !vote.stale && vote.bias === 'neutral').length,
      dayMove: Math.log(last.forward / first.forward),
      ratioMove: Math.log(ratioOf(last.interest) / ratioOf(first.interest)),
    }
    return [symbol, record] as const
  })
  return Object.fromEntries(days) as Record<IndexSymbol, Day>
}

function ratioOf(interest: Float64Array): number {
  return putCallRatio(interest, 0, interest.length / 2 - 1)
}

function play(): Record<IndexSymbol, Day>[] {
  const now = istInstant(FIRST_DAY, 9)
  const path = syntheticPath({ seed: 'open interest', now, strikesEachSide: 30, pastSessions: 1 })
  const days: Record<IndexSymbol, Day>[] = []
  for (let day: IstDate = FIRST_DAY; days.length < SESSIONS; day = nseCalendar.nextTradingDay(day))
    days.push(playDay(path, day))
  return days
}

const played = play()
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0)

function correlation(xs: readonly number[], ys: readonly number[]): number {
  const [x0, y0] = [mean(xs), mean(ys)]
  const covariance = mean(xs.map((x, i) => (x - x0) * (ys[i]! - y0)))
  return covariance / Math.sqrt(mean(xs.map((x) => (x - x0) ** 2)) * mean(ys.map((y) => (y - y0) ** 2)))
}

describe.each(INDEX_SYMBOLS)(`open interest of %s over ${SESSIONS} made-up sessions`, (symbol) => {
  const days = played.map((day) => day[symbol])
  const windows = days.flatMap((day) => day.windows)

  it('leans to one side as far as recorded chains do', () => {
    const size = mean(windows.map(({ a }) => Math.abs(a)))
    expect(size).toBeGreaterThan(0.4)
    expect(size).toBeLessThan(0.6)
  })

  it('follows the forward, not always', () => {
    const together = correlation(
      windows.map(({ a }) => a),
      windows.map(({ move }) => move),
    )
    expect(together).toBeGreaterThan(0.2)
    expect(together).toBeLessThan(0.75)
  })

  it('turns over what a quarter of an hour turns over', () => {
    const shares = windows.map(({ share }) => share).sort((a, b) => a - b)
    const reference = SIGNAL_PARAMS.chain.grossReference[symbol]
    expect(shares[shares.length >> 1]! / reference).toBeGreaterThan(0.8)
    expect(shares[shares.length >> 1]! / reference).toBeLessThan(1.2)
  })

  it('moves the put-call ratio with the trend of the day', () => {
    const [moves, ratios] = [days.map((day) => day.dayMove), days.map((day) => day.ratioMove)]
    expect(correlation(moves, ratios)).toBeGreaterThan(0.3)
  })

  it('lets the chain agent speak, and lets it be silent', () => {
    const neutral = sum(days.map((day) => day.neutral)) / sum(days.map((day) => day.evaluated))
    expect(sum(days.map((day) => day.evaluated))).toBeGreaterThan(SESSIONS * 300)
    expect(neutral).toBeGreaterThan(0.35)
    expect(neutral).toBeLessThan(0.95)
  })

  it('does not show where the index goes next', () => {
    const [forecasts, next] = [[] as number[], [] as number[]]
    for (const day of days)
      for (let i = 0; i + WINDOW < day.windows.length; i += WINDOW) {
        forecasts.push(day.windows[i]!.a)
        next.push(day.windows[i + WINDOW]!.move)
      }
    // 270 windows that do not overlap: three standard errors of no correlation.
    expect(Math.abs(correlation(forecasts, next))).toBeLessThan(3 / Math.sqrt(forecasts.length))
  })
})

describe('open interest', () => {
  const day = istDate('2026-11-20')
  const at = (hour: number, minute = 0) => istInstant(day, hour, minute)
  const path = () => syntheticPath({ seed: 'interest', now: at(9), strikesEachSide: 8, pastSessions: 1 })
  const interest = (market: PricePath) => [...market.quotes.openInterest]

  it('does not depend on how steps are batched', () => {
    const [once, often] = [path(), path()]
    once.step(at(10))
    for (let now = at(9); now < at(10); now = (now + 7_700) as EpochMs) often.step(now)
    often.step(at(10))
    expect(interest(often)).toEqual(interest(once))
  })

  it('knows nothing of the future: a jump changes it only afterwards', () => {
    const [plain, jumped] = [path(), path()]
    plain.skipTo(at(11))
    jumped.skipTo(at(11))
    expect(interest(jumped)).toEqual(interest(plain))
    jumped.command({ kind: 'gap', pct: 2 })
    plain.skipTo(at(11, 1))
    jumped.skipTo(at(11, 1))
    const puts = (market: PricePath) => sideSum(market, 'PE')
    const calls = (market: PricePath) => sideSum(market, 'CE')
    plain.skipTo(at(11, 20))
    jumped.skipTo(at(11, 20))
    expect(puts(jumped) / calls(jumped)).toBeGreaterThan(1.01 * (puts(plain) / calls(plain)))
  })

  it('is whole lots and at least one, to the end of an expiry day', () => {
    const market = syntheticPath({ seed: 'lots', now: istInstant(istDate('2026-11-23'), 9), pastSessions: 1 })
    for (let minute = 0; minute <= 380; minute += 20) {
      market.skipTo((istInstant(istDate('2026-11-23'), 9, 15) + minute * MINUTE_MS) as EpochMs)
      for (const option of market.instruments.options) {
        const slot = market.quotes.slotOf(option.token)
        const units = market.quotes.openInterest[slot]!
        expect(units).toBeGreaterThanOrEqual(option.lotSize)
        expect(units % option.lotSize).toBe(0)
        expect(units).toBeLessThanOrEqual(market.quotes.openInterestHigh[slot]!)
        expect(units).toBeGreaterThanOrEqual(market.quotes.openInterestLow[slot]!)
      }
    }
  })

  it('differs in as many contracts from one minute to the next as recorded chains do: 26 to 31 %', () => {
    const market = path()
    market.skipTo(at(10))
    let changed = 0
    for (let minute = 1; minute <= 30; minute += 1) {
      const before = interest(market)
      market.skipTo(at(10, minute))
      changed += interest(market).filter((units, slot) => units !== before[slot]).length
    }
    const share = changed / (30 * market.instruments.options.length)
    expect(share).toBeGreaterThan(0.26)
    expect(share).toBeLessThan(0.31)
  })
})

function sideSum(market: PricePath, side: OptionSide): number {
  const spot = market.quotes.last(market.quotes.slotOf(INDEX_TOKENS.NIFTY)) / 100
  return market.instruments.options
    .filter((option) => option.symbol === 'NIFTY' && option.side === side && Math.abs(option.strike - spot) < 2_000)
    .reduce((total, option) => total + market.quotes.openInterest[market.quotes.slotOf(option.token)]!, 0)
}
