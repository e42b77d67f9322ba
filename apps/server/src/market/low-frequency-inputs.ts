import type { FiiDiiRow } from '@strikewise/signals/agents/fii-dii-row.ts'
import type { Headline } from '@strikewise/signals/agents/sentiment.ts'
import type { SymbolPipeline } from '@strikewise/signals/decision/symbol-pipeline.ts'
import type { WarmUp } from '@strikewise/signals/decision/symbol-pipeline-options.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { OptionChain } from '@strikewise/signals/option-chain/chain.ts'
import { istDateAt, istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { Kysely } from 'kysely'
import * as z from 'zod'
import type { Bus } from '../bus/bus.ts'
import { newestFiiDiiRows } from '../fii-dii/fii-dii-rows.ts'
import type { Logger } from '../logging/logger.ts'
import type { SessionSink } from '../session-recorder/session-sink.ts'
import type { Database } from '../store/database.ts'
import { dailyVolatility, storeDailyVolatility } from './daily-volatility.ts'

/** Rows are read again without a hint after this long: a hint may be lost. Real milliseconds. */
const READ_AGAIN_MS = 60_000
/** At-the-money volatility of a day is the one of this hour, or of the minutes after it. */
const VOLATILITY_HOUR = 15
const VOLATILITY_SLACK_MS = 5 * MINUTE_MS

const headlines = z.array(
  z.object({ title: z.string(), at: z.number().transform((at) => at as EpochMs) }),
) satisfies z.ZodType<Headline[]>

/** What a pipeline takes and gives here. */
interface Reader extends Pick<SymbolPipeline, 'addFiiDiiFlows' | 'addHeadlines'> {
  readonly chain: Pick<OptionChain, 'symbol' | 'snapshotAt' | 'atmIv'>
}
type Pipelines = Readonly<Partial<Record<IndexSymbol, Reader>>>

/** What the market role hands to the pipelines that comes slower than ticks, and what it keeps of them for later days. */
export interface LowFrequencyReader {
  /** What a pipeline of `symbol` starts `day` with. */
  warmUp(symbol: IndexSymbol, day: IstDate): Promise<Pick<WarmUp, 'flows' | 'dailyVolatility' | 'headlines'>>
  /** To be called every second: passes on what is new, and has it recorded. */
  refresh(now: EpochMs, pipelines: Pipelines, sessionSink: Pick<SessionSink, 'flows' | 'headlines'>): void
  close(): Promise<void>
}

/** Listens to the notifier from now on, so that a day that opens knows the headlines of the hours before. */
export function openLowFrequencyInputs(
  db: Kysely<Database>,
  bus: Bus,
  logger: Logger,
  realNow: () => number = () => performance.now(),
): LowFrequencyReader {
  let headlinesNow: Headline[] = []
  let unread: Headline[] = []
  let learnt: FiiDiiRow[] = []
  let readAt = Number.NEGATIVE_INFINITY
  /** Symbols and days whose volatility is kept or being kept. */
  const stored = new Set<string>()
  const running = new Set<Promise<void>>()
  const offHeadlines = bus.subscribe('headlines', (_subject, payload) => {
    headlinesNow = headlines.parse(payload)
    unread = headlinesNow
  })
  const offFlows = bus.subscribe('flows', () => {
    readAt = Number.NEGATIVE_INFINITY
  })

  const run = (what: string, work: () => Promise<void>) => {
    const done: Promise<void> = work()
      .catch((error: unknown) => logger.warn({ err: error }, `${what}; trying again`))
      .finally(() => running.delete(done))
    running.add(done)
  }
  const readFlows = () => {
    if (realNow() - readAt < READ_AGAIN_MS) return
    readAt = realNow()
    run('FII and DII figures could not be read', async () => {
      learnt = await newestFiiDiiRows(db)
    })
  }
  const storeVolatility = (now: EpochMs, pipelines: Pipelines) => {
    const day = istDateAt(now)
    const from = istInstant(day, VOLATILITY_HOUR)
    if (now < from || now >= from + VOLATILITY_SLACK_MS) return
    for (const { chain } of Object.values(pipelines)) {
      const name = `${chain.symbol} ${day}`
      if (stored.has(name) || chain.snapshotAt < from || !(chain.atmIv > 0)) continue
      stored.add(name)
      const row = { symbol: chain.symbol, day, sigma: chain.atmIv, taken_at: chain.snapshotAt as EpochMs }
      run('the volatility of the day could not be kept', async () => {
        try {
          await storeDailyVolatility(db, row)
        } catch (error) {
          stored.delete(name)
          throw error
        }
      })
    }
  }

  return {
    async warmUp(symbol, day) {
      return {
        flows: await newestFiiDiiRows(db),
        dailyVolatility: await dailyVolatility(db, symbol, day),
        headlines: headlinesNow,
      }
    },
    refresh(now, pipelines, sessionSink) {
      readFlows()
      storeVolatility(now, pipelines)
      if (learnt.length > 0) {
        sessionSink.flows(now, learnt)
        for (const pipeline of Object.values(pipelines)) pipeline.addFiiDiiFlows(learnt)
        learnt = []
      }
      if (unread.length === 0) return
      sessionSink.headlines(now, unread)
      for (const pipeline of Object.values(pipelines)) pipeline.addHeadlines(unread)
      unread = []
    },
    async close() {
      offHeadlines()
      offFlows()
      await Promise.all(running)
    },
  }
}
