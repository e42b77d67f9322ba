// @invariant recording-replays A recorded session replays to the same decisions; recording never delays or stops
//   trading.
// @invariant one-path Live, replay and backtest decide the same, to the bit.
import type { SignalSource } from '../agents/signal.ts'
import type { SignalParams } from '../registry/params.ts'
import type { DecisionInputs } from '../decision/decision-inputs.ts'
import type { Decision } from '../decision/decision.ts'
import { SymbolPipeline } from '../decision/symbol-pipeline.ts'
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { RecordingHeader } from './recording-header.ts'
import { applyFrame, type RecordedEvent, type RecordedFrame } from './recorded-day.ts'

export interface ReplayOptions {
  readonly onDecision: (decision: Decision, inputs: DecisionInputs) => void
  /** The parameters to decide with. Default: those of the recording, latency allowance included. */
  readonly params?: (opening: RecordingHeader) => SignalParams
  /** What signals report they were made from. Default: what they reported then, so that nothing differs. */
  readonly source?: SignalSource
  /** A frame has been written into the table and passed to the pipelines. */
  readonly onFrame?: (frame: RecordedFrame, day: ReplayedDay) => void
}

/** The pipelines of one opening, and the table they read. */
export interface ReplayedDay {
  readonly opening: RecordingHeader
  readonly table: QuoteTable
  readonly pipelines: Readonly<Record<IndexSymbol, SymbolPipeline>>
}

/** An empty table with the instruments of an opening in their slots. */
export function tableOf(opening: Pick<RecordingHeader, 'tokens'>): QuoteTable {
  const table = new QuoteTable(opening.tokens.length)
  for (const token of opening.tokens) table.add(token)
  return table
}

/** Gives the pipelines the calls they got when the day was recorded, in the same order, so they decide the same to the bit. */
export function replayDecisions(events: Iterable<RecordedEvent>, options: ReplayOptions): void {
  // The day may have been opened again inside a minute: the first decision of a minute stands, as in the log.
  const decided = new Map<IndexSymbol, EpochMs>()
  const onDecision = (decision: Decision, inputs: DecisionInputs) => {
    if (decision.barEnd <= (decided.get(decision.symbol) ?? 0)) return
    decided.set(decision.symbol, decision.barEnd)
    options.onDecision(decision, inputs)
  }
  let day: ReplayedDay | undefined
  for (const event of events) {
    if (event.kind === 'opening') day = openDay(event.opening, { ...options, onDecision })
    else if (day !== undefined) tell(day, event, options)
  }
}

function tell(day: ReplayedDay, event: Exclude<RecordedEvent, { kind: 'opening' }>, { onFrame }: ReplayOptions): void {
  const pipelines = INDEX_SYMBOLS.map((symbol) => day.pipelines[symbol])
  switch (event.kind) {
    case 'frame':
      // What was due by its receipt is computed from the quotes before it.
      for (const pipeline of pipelines) pipeline.onTimer(event.at)
      applyFrame(event, day.table)
      for (const slot of event.slots)
        for (const pipeline of pipelines) pipeline.onTick(slot, day.table.exchangeAt[slot]! as EpochMs, event.at)
      onFrame?.(event, day)
      break
    case 'timer':
      for (const pipeline of pipelines) pipeline.onTimer(event.at)
      break
    case 'flows':
      for (const pipeline of pipelines) pipeline.addFiiDiiFlows(event.rows)
      break
    case 'headlines':
      for (const pipeline of pipelines) pipeline.addHeadlines(event.headlines)
      break
    case 'feed':
    case 'gap':
    case 'damage':
      break
  }
}

function openDay(opening: RecordingHeader, options: ReplayOptions): ReplayedDay {
  const table = tableOf(opening)
  const pipelineOf = (symbol: IndexSymbol) =>
    new SymbolPipeline({
      ...opening.pipelines[symbol],
      symbol,
      day: opening.day,
      calendar: nseCalendar,
      table,
      source: options.source ?? opening.source,
      params: options.params?.(opening) ?? opening.params,
      onDecision: options.onDecision,
    })
  return { opening, table, pipelines: { NIFTY: pipelineOf('NIFTY'), BANKNIFTY: pipelineOf('BANKNIFTY') } }
}
