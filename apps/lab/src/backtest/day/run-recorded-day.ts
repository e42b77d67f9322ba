import { withLatencyAllowance } from '@strikewise/signals/agents/latency-allowance.ts'
import type { SignalParams } from '@strikewise/signals/registry/params.ts'
import type { Decision } from '@strikewise/signals/decision/decision.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Candle } from '@strikewise/domain/market/candle.ts'
import type { RecordingHeader } from '@strikewise/signals/session-recording/recording-header.ts'
import type { RecordedEvent } from '@strikewise/signals/session-recording/recorded-day.ts'
import { replayDecisions, type ReplayedDay } from '@strikewise/signals/session-recording/replay-decisions.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt } from '@strikewise/domain/time/ist.ts'
import type { DayResult } from './day-result.ts'
import { DayTrader } from './day-trader.ts'
import type { TradeSettings } from './trade-settings.ts'

/** What a recorded day left behind: a result an index, and what of the recording is missing. */
export interface RecordedResult {
  readonly days: readonly DayResult[]
  readonly leftOut: Readonly<Record<string, number>>
}

/**
 * Both indices through a recorded day: the pipelines are given the very calls they got live, so with the parameters of
 * then they decide the same to the bit, and every order meets the quotes that were recorded. A day recorded from a
 * simulated market is reported as modelled.
 */
export function runRecordedDay(
  events: Iterable<RecordedEvent>,
  { params, settings }: { readonly params: SignalParams; readonly settings: TradeSettings },
  { onDecision }: { readonly onDecision?: (decision: Decision) => void } = {},
): RecordedResult {
  const leftOut: Record<string, number> = {}
  const traders = new Map<IndexSymbol, DayTrader>()
  const rows = new Map<IndexSymbol, number>()
  let last: ReplayedDay | undefined
  replayDecisions(withTraders(events), {
    params: ({ speed }) => withLatencyAllowance(params, speed),
    onDecision(decision) {
      onDecision?.(decision)
      traders.get(decision.symbol)!.decided(decision)
    },
    onFrame({ at, slots }, day) {
      last = day
      for (const symbol of INDEX_SYMBOLS) {
        const view = { pipeline: day.pipelines[symbol], quotes: day.table }
        const trader = traders.get(symbol)!
        trader.closeMinute(view, at)
        trader.watch(view, at)
        rows.set(symbol, (rows.get(symbol) ?? 0) + slots.length / INDEX_SYMBOLS.length)
      }
    },
  })
  const days = INDEX_SYMBOLS.flatMap((symbol) => {
    const bars = last === undefined ? [] : barsOf(last, symbol)
    const lotSize = last?.opening.pipelines[symbol].contracts.near[0]?.lotSize
    if (bars.length === 0 || lotSize === undefined) return []
    return [traders.get(symbol)!.result({ bars, events: Math.round(rows.get(symbol)!), lotSize })]
  })
  return { days, leftOut }

  /** The same events; makes who trades the day at its first opening, and counts what is missing. */
  function* withTraders(all: Iterable<RecordedEvent>): Generator<RecordedEvent> {
    for (const event of all) {
      if (event.kind === 'opening' && traders.size === 0)
        for (const symbol of INDEX_SYMBOLS) traders.set(symbol, traderOf(event.opening, symbol))
      if (event.kind === 'gap') count('frames that the recorder could not write', event.frames)
      if (event.kind === 'damage') count(`rests of damaged recorded files (${event.damage.reason})`, 1)
      yield event
    }
  }

  function traderOf({ day, source }: RecordingHeader, symbol: IndexSymbol): DayTrader {
    const session = nseCalendar.sessionOn(day)
    if (session === undefined) throw new RangeError(`a market day was recorded on ${day}, which has no session`)
    const pricing = source === 'live' ? 'recorded' : 'modelled'
    return new DayTrader({ symbol, session, pricing, params, settings, withoutInputs: [] })
  }

  function count(what: string, many: number): void {
    leftOut[what] = (leftOut[what] ?? 0) + many
  }
}

/** The day's closed minutes: those from before the last opening, and those that were seen. */
function barsOf({ opening, pipelines }: ReplayedDay, symbol: IndexSymbol): Candle[] {
  const seen = pipelines[symbol].candles('1m')
  const begins = seen[0]?.start ?? Number.POSITIVE_INFINITY
  const earlier = opening.pipelines[symbol].warmUp.index.filter(
    ({ start }) => istDateAt(start) === opening.day && start < begins,
  )
  return [...earlier, ...seen]
}
