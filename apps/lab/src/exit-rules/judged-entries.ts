import { paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { SIGNAL_PARAMS } from '@strikewise/signals/registry/params.ts'
import type { TradeSettings } from '../backtest/day/trade-settings.ts'
import { sessionBars } from '../backtest/input/session-bars.ts'
import { partitionsOf, type RequestedSession } from '../backtest/run/partition.ts'
import { runPartition } from '../backtest/run/run-partition.ts'
import type { JudgedEntry } from './judge-rules.ts'
import { VARIANT_RULES } from './rule-variants.ts'

/** Sessions of a file that only show what is usual. */
const WARM_UP = 20
/** One lot, no trailing; the capital is large enough that the day's loss limit ends no trade. */
const SETTINGS: TradeSettings = { lots: 1, slBuffer: paise(1_000), trailing: false, capital: paise(1_000_000_000) }

/** Every entry of the product's own rules on a file of bars, held under each variant beside them. */
export async function judgedEntries(file: string): Promise<JudgedEntry[]> {
  const reading = { leftOut: () => undefined, took: () => undefined }
  const sessions = (async function* (): AsyncGenerator<RequestedSession> {
    let read = 0
    for await (const session of sessionBars(file, nseCalendar, reading)) {
      read += 1
      yield read <= WARM_UP ? { ...session, warmsUpOnly: true } : session
    }
  })()
  const trial = { name: '', params: SIGNAL_PARAMS, settings: SETTINGS }
  const judged: JudgedEntry[] = []
  for await (const piece of partitionsOf(sessions, () => Promise.resolve(undefined)))
    for (const { symbol, day, entries } of runPartition(piece, trial, 'exit rules', { variants: VARIANT_RULES }))
      for (const { trade, variants } of entries) judged.push({ symbol, day, r: trade.r, variants })
  return judged
}
