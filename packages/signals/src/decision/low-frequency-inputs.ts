import { FiiDiiSignal } from '../agents/fii-dii-signal.ts'
import type { FiiDiiRow } from '../agents/fii-dii-row.ts'
import { GuardedAgent } from '../agents/guarded-agent.ts'
import type { SignalParams } from '../registry/params.ts'
import { Sentiment, type Headline } from '../agents/sentiment.ts'
import type { TradingCalendar } from '@strikewise/domain/time/calendar.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { WarmUp } from './symbol-pipeline-options.ts'

/**
 * What the pipeline reads that comes slower than ticks: figures of institutions and headlines. Plain data with the
 * instants from which it counts, so live, replay and backtest hand over the same and get the same.
 */
export class LowFrequencyInputs {
  readonly flows: GuardedAgent<FiiDiiSignal>
  readonly #sentiment: Sentiment
  /** The minute headlines were last weighed in. */
  #minute = 0

  constructor(params: SignalParams, calendar: TradingCalendar, warmUp: WarmUp) {
    // How long its figures speak is counted in sessions: a span of its own, without which it is stale at once.
    this.flows = new GuardedAgent(new FiiDiiSignal(params, calendar), 0)
    this.#sentiment = new Sentiment(params.sentiment)
    this.addFiiDiiFlows(warmUp.flows ?? [])
    this.addHeadlines(warmUp.headlines ?? [])
  }

  /** Rows of figures, in any order, at any time; each counts from its publication. */
  addFiiDiiFlows(rows: readonly FiiDiiRow[]): void {
    this.flows.update((agent) => agent.addRow(rows))
  }

  /** Headlines, in any order; they count from the next whole minute. */
  addHeadlines(headlines: readonly Headline[]): void {
    for (const headline of headlines) this.#sentiment.addHeadline(headline)
  }

  /** To be called every second: two comparisons as long as nothing is due. */
  update(now: EpochMs): void {
    if (this.flows.agent.isDue(now)) this.flows.update((agent) => agent.update(now))
    const minute = (now - (now % MINUTE_MS)) as EpochMs
    if (minute <= this.#minute) return
    this.#minute = minute
    const sentiment = this.#sentiment.at(minute)
    if (sentiment !== this.flows.agent.sentiment) this.flows.update((agent) => agent.setSentiment(sentiment))
  }
}
