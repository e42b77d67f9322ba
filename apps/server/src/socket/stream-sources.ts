import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { istDateAt, type IstDate } from '@strikewise/domain/time/ist.ts'
import type { StreamedRoute, StreamTopic } from '@strikewise/wire/live-stream.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'
import { decisionsOn } from '../decisions/decision-rows.ts'
import { featureRefusal } from '../plans/feature-access.ts'
import type { Profile } from '../accounts/profiles.ts'
import { DomainError } from '../domain-error.ts'
import type { WebDependencies } from '../http/web-dependencies.ts'
import { snapshotOf, type Snapshot } from '../snapshots/snapshot.ts'

/** Topics of one user. All others are the same for every user of a plan. */
const PERSONAL = ['userActiveTrades', 'livePnl'] as const satisfies readonly StreamedRoute[]
type PersonalRoute = (typeof PERSONAL)[number]
type PersonalTopic = Extract<StreamTopic, { route: PersonalRoute }>
export type SharedTopic = Exclude<StreamTopic, PersonalTopic>

export const isPersonal = (topic: StreamTopic): topic is PersonalTopic =>
  (PERSONAL as readonly StreamedRoute[]).includes(topic.route)

/** How old a decision read from the store may become: its hint may be lost. Real milliseconds. */
const REREAD_MS = 2000

type SourceDependencies = Pick<WebDependencies, 'db' | 'market' | 'clock' | 'bus' | 'logger'>

/** The newest answer of each shared topic, as its route gives it to a user of the plan. */
export class StreamSources {
  readonly #parts: SourceDependencies
  readonly #decisions = new Map<string, LastDecision>()
  readonly #changed: () => void
  readonly #unsubscribe: () => void

  /** `changed`: called when a decision was read that is another than the one before. */
  constructor(parts: SourceDependencies, changed: () => void) {
    this.#parts = parts
    this.#changed = changed
    this.#unsubscribe = parts.bus.subscribe('decision', () => {
      for (const last of this.#decisions.values()) last.readAt = Number.NEGATIVE_INFINITY
    })
  }

  /** Undefined while nothing has been read yet. */
  read(topic: SharedTopic, plan: Plan): Pick<Snapshot, 'etag' | 'json'> | undefined {
    const { market } = this.#parts
    switch (topic.route) {
      case 'liveIndices':
        return market.indices(plan)
      case 'news':
        return market.news()
      case 'signals':
        return market.signals(plan, topic.symbol)
      case 'indicatorValues':
        return market.indicatorValues(plan, topic.symbol)
      case 'optionChainTable':
        return market.chain(plan, topic.symbol, topic.strikes ?? 'near')
      case 'optionChainDetails':
        return market.chainDetails(plan, topic.symbol, topic.strikes ?? 'near')
      case 'optionChainWalls':
        return market.chainWalls(plan, topic.symbol)
      case 'indexCandles':
        return market.candles(plan, topic.symbol, '1m')
      case 'decisions':
        return this.#decisionOf(topic.symbol, topic.date)
    }
  }

  close(): void {
    this.#unsubscribe()
  }

  #decisionOf(symbol: IndexSymbol, day: IstDate): Snapshot | undefined {
    const key = `${symbol}.${day}`
    let last = this.#decisions.get(key)
    if (last === undefined) {
      // Only the day itself is followed: those of the days before are read no more.
      for (const known of this.#decisions.keys()) if (!known.endsWith(day)) this.#decisions.delete(known)
      last = { snapshot: undefined, readAt: Number.NEGATIVE_INFINITY, reading: false }
      this.#decisions.set(key, last)
    }
    if (!last.reading && performance.now() - last.readAt > REREAD_MS) void this.#readDecision(last, symbol, day)
    return last.snapshot
  }

  async #readDecision(last: LastDecision, symbol: IndexSymbol, day: IstDate): Promise<void> {
    const { db, logger } = this.#parts
    last.reading = true
    // Before the read: a hint that comes during it asks for another.
    last.readAt = performance.now()
    try {
      const rows = await decisionsOn(db, { day, symbol, limit: 1 })
      const json = JSON.stringify(ROUTES.decisions.reply.parse(rows))
      if (last.snapshot?.json.toString() === json) return
      last.snapshot = snapshotOf(json)
      this.#changed()
    } catch (error) {
      logger.warn({ err: error, symbol }, 'the newest decision could not be read for the stream')
    } finally {
      last.reading = false
    }
  }
}

interface LastDecision {
  snapshot: Snapshot | undefined
  readAt: number
  reading: boolean
}

/** Why a user does not get a topic, by the rule of its route; undefined: they do. */
export function topicRefusal(
  topic: StreamTopic,
  profile: Profile,
  clock: WebDependencies['clock'],
): string | undefined {
  const route = ROUTES[topic.route]
  const now = clock.now()
  // Decisions of a day that is over do not change: their call answers them, and nothing is kept of them here.
  if (topic.route === 'decisions' && topic.date !== istDateAt(now))
    return new DomainError({ code: 'problem.not_found' }).code
  return 'feature' in route ? featureRefusal(profile, route.feature, now)?.code : undefined
}
