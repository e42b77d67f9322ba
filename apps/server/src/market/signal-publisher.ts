import { setTimeout as delay } from 'node:timers/promises'
import type { SignalSet } from '@strikewise/signals/agents/signal.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { PublishedSignals } from '@strikewise/public-log/published-signals.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Logger } from '../logging/logger.ts'
import type { SnapshotPublisher } from './snapshots.ts'
import type { PublicLogAppender } from '../public-log/append-entries.ts'

/** A store that did not take them is asked again after this time, in real milliseconds. */
const RETRY_MS = 1000

/** Shows what the agents report, once it is on record. */
export interface SignalPublisher {
  /**
   * Shows the signals of an index now when they report nothing new, else when the record holds what they report. While one
   * write of an index is under way its later signals wait, and only the last of them is written.
   */
  show(symbol: IndexSymbol, signals: SignalSet, now: EpochMs): void
}

export function signalPublisher({
  record,
  publisher,
  logger,
}: {
  readonly record: PublicLogAppender
  readonly publisher: SnapshotPublisher
  readonly logger: Logger
}): SignalPublisher {
  const published = { NIFTY: new PublishedSignals('NIFTY'), BANKNIFTY: new PublishedSignals('BANKNIFTY') }
  const writing = new Set<IndexSymbol>()
  const publish = (symbol: IndexSymbol, signals: SignalSet): boolean => {
    const shown = published[symbol].shown(signals)
    if (shown !== undefined) publisher.put(`signals.${symbol}`, shown)
    return shown !== undefined
  }
  const write = async (symbol: IndexSymbol, signals: SignalSet, now: EpochMs) => {
    writing.add(symbol)
    try {
      const statements = published[symbol].newIn(signals, now)
      await record.append(statements)
      published[symbol].recorded(statements)
      publish(symbol, signals)
    } catch (error) {
      logger.warn({ err: error, symbol }, 'what the agents say could not be recorded and is not shown')
      await delay(RETRY_MS)
    } finally {
      writing.delete(symbol)
    }
  }
  return {
    show(symbol, signals, now) {
      if (!publish(symbol, signals) && !writing.has(symbol)) void write(symbol, signals, now)
    },
  }
}
