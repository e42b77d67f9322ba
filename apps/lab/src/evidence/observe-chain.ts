import { BID, CHAIN_VALUES, type RecordedChain } from '@strikewise/chain-history/recorded-chain.ts'
import { BROKER } from '@strikewise/brokers/product-broker.ts'
import { INDEX_TOKENS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { PUT } from '@strikewise/domain/market/option-legs.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar, type Session } from '@strikewise/domain/time/calendar.ts'
import { MINUTE_MS, msOfIstDay, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { expectedTradeCost, plannedHoldingMinutes } from '@strikewise/domain/trading/expected-trade-cost.ts'
import { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import { HORIZONS, type Observation } from '@strikewise/signals/evidence/observation.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import { AGENTS } from '@strikewise/signals/registry/registry.ts'
import { RecordedMarket } from '../backtest/day/recorded-market.ts'
import { STEP_MS, STEPS_A_MINUTE } from '../backtest/session-steps.ts'
import { forwardsOf, standingBars } from './chain-forwards.ts'

/** Agents that read the option chain, shadow agents included. */
export const CHAIN_SERIES: readonly string[] = AGENTS.filter(({ reads }) => reads === 'option_chain').map(
  ({ name }) => name,
)

/** What a round trip at the money would have cost at one snapshot. */
export interface CostSample {
  readonly symbol: IndexSymbol
  readonly day: IstDate
  /** Basis points of the index that pay for it, held for each of `HORIZONS`; NaN: not known. */
  readonly bp: readonly number[]
  /** False: bid and ask were not recorded, and the spread is the assumed one. */
  readonly isSpreadRecorded: boolean
}

/** A minute closes two seconds after its end, with the quotes of half a second before. */
const GRACE_STEPS = 4
/** A later price is the first that was recorded within this share of the horizon after it, and at least two minutes. */
const LATE = { share: 1 / 3, leastMs: 2 * MINUTE_MS } as const
/** The day's last snapshot stands for the close when it was taken in the last half hour. */
const CLOSE_MS = 30 * MINUTE_MS

/** Passes a recorded chain through the product's pipeline, and reports what the agents that read chains gave, and costs. */
export function observeChain(chain: RecordedChain): {
  readonly observations: Observation[]
  readonly costs: CostSample[]
} {
  const { symbol, day, at } = chain
  const session = nseCalendar.sessionOn(day)
  const forwards = forwardsOf(chain)
  const bars = session === undefined ? [] : standingBars(session, at, forwards)
  if (session === undefined || session.kind !== 'full' || bars.length === 0) return { observations: [], costs: [] }
  const previousClose = bars[0]!.open
  const market = new RecordedMarket({ seed: day, symbol, session, calendar: nseCalendar, bars, previousClose, chain })
  const pipeline = pipelineOf(market, symbol, session, previousClose)
  const indexSlot = market.quotes.slotOf(INDEX_TOKENS[symbol])
  const isSpreadRecorded = hasBids(chain)
  const observations: Observation[] = []
  const costs: CostSample[] = []
  let observed = -1
  for (let step = 0; ; step += 1) {
    const now = (session.opensAt + step * STEP_MS) as EpochMs
    if (now >= session.indexUntil) break
    const within = step % STEPS_A_MINUTE
    if (within === GRACE_STEPS) {
      pipeline.onTimer(now)
      const newest = at.findLastIndex((one) => one < now)
      if (newest > observed && forwards[newest]! > 0) {
        const signed = signedOf(pipeline, now)
        const moves = movesOf(chain, forwards, newest, session)
        const hour = Math.floor(msOfIstDay(now) / (60 * MINUTE_MS))
        if (signed.some((one) => !Number.isNaN(one)))
          observations.push({ symbol, day, hour, regime: null, signed, moves })
        costs.push({ symbol, day, isSpreadRecorded, bp: costsOf(pipeline, market, session, now, forwards[newest]!) })
        observed = newest
      }
    }
    market.play(step, within === GRACE_STEPS - 1)
    if (within === GRACE_STEPS - 1 || within === STEPS_A_MINUTE - 1) pipeline.onTick(indexSlot, now, now)
  }
  return { observations, costs }
}

function pipelineOf(
  market: RecordedMarket,
  symbol: IndexSymbol,
  { day }: Session,
  previousClose: Paise,
): SymbolPipeline {
  return new SymbolPipeline({
    symbol,
    day,
    calendar: nseCalendar,
    contracts: market.contracts,
    table: market.quotes,
    warmUp: { index: [], future: [], previousClose },
    source: 'recorded',
    params: SIGNAL_PARAMS,
    onDecision: () => undefined,
  })
}

function hasBids({ values }: RecordedChain): boolean {
  for (let i = BID; i < values.length; i += CHAIN_VALUES) if (values[i]! >= 0) return true
  return false
}

/** NaN: stale, or still without its history of the session. */
function signedOf(pipeline: SymbolPipeline, now: EpochMs): number[] {
  const signals = pipeline.signals(now)
  return CHAIN_SERIES.map((name) => {
    const { bias, strength, stale, reasons } = signals[name as keyof typeof signals]
    if (stale || reasons.some(({ code }) => code === 'warm_up')) return Number.NaN
    return bias === 'bullish' ? strength : bias === 'bearish' ? -strength : 0
  })
}

function movesOf({ at }: RecordedChain, forwards: readonly number[], from: number, session: Session): number[] {
  return HORIZONS.map((ahead) => {
    const later =
      ahead === null ? atClose(at, session) : atHorizon(at, at[from]! + ahead * MINUTE_MS, ahead * MINUTE_MS)
    const price = later > from ? forwards[later]! : Number.NaN
    return price > 0 ? 10_000 * Math.log(price / forwards[from]!) : Number.NaN
  })
}

function atHorizon(at: readonly number[], due: number, aheadMs: number): number {
  const later = at.findIndex((one) => one >= due)
  return later >= 0 && at[later]! - due <= Math.max(LATE.leastMs, LATE.share * aheadMs) ? later : -1
}

function atClose(at: readonly number[], { indexUntil }: Session): number {
  return at.at(-1)! >= indexUntil - CLOSE_MS ? at.length - 1 : -1
}

/** Mean of the call and the put at the money of the expiry that an entry would take, one lot. */
function costsOf(
  { entryChain }: SymbolPipeline,
  { quotes }: RecordedMarket,
  session: Session,
  now: EpochMs,
  forward: number,
) {
  const legs = entryChain.atm < 0 ? [] : [2 * entryChain.atm, 2 * entryChain.atm + PUT]
  return HORIZONS.map((ahead) => {
    const found = legs.flatMap((leg) => {
      const contract = entryChain.legs.contracts[leg]
      const slot = entryChain.legs.slots[leg]!
      if (contract === undefined || slot < 0) return []
      const longest = plannedHoldingMinutes(now, session, contract.expiry)
      const cost = expectedTradeCost({
        on: session.day,
        bid: quotes.bestBid(slot),
        ask: quotes.bestAsk(slot),
        lotSize: contract.lotSize,
        lots: 1,
        brokerage: BROKER.profile.brokerage,
        delta: entryChain.delta[leg],
        theta: known(entryChain.theta[leg]),
        holdingMinutes: ahead === null ? longest : Math.min(ahead, longest),
        sessionMinutes: (session.closesAt - session.opensAt) / MINUTE_MS,
        spot: Math.round(100 * forward) as Paise,
        risk: undefined,
      })
      const ratio = cost?.decay === undefined ? undefined : cost.breakEven?.ratio
      return ratio === undefined ? [] : [10_000 * ratio]
    })
    return found.length < 2 ? Number.NaN : (found[0]! + found[1]!) / 2
  })
}

function known(value: number | undefined): number | undefined {
  return value === undefined || Number.isNaN(value) ? undefined : value
}
