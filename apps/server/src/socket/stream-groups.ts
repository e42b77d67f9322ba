import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { topicText } from '@strikewise/wire/live-stream.ts'
import { frameOf, StreamChannel } from './stream-channel.ts'
import type { SharedTopic, StreamSources } from './stream-sources.ts'

/** A topic is sent at most this often, and at once after as long a quiet time. */
export const PACE_MS = 250
/** The option chain, of which nearly every row changes with each tick, and what changes seldom. */
const SLOW_PACE_MS = 1000
const SLOW: ReadonlySet<SharedTopic['route']> = new Set([
  'optionChainTable',
  'optionChainDetails',
  'optionChainWalls',
  'news',
])
/** Of every strike volatility and greeks, which all change with each tick: some ten times as much as those around the money. */
const WHOLE_DETAILS_PACE_MS = 3000

function paceOf(topic: SharedTopic): number {
  if (topic.route === 'optionChainDetails' && topic.strikes === 'all') return WHOLE_DETAILS_PACE_MS
  return SLOW.has(topic.route) ? SLOW_PACE_MS : PACE_MS
}

/** One shared topic as a plan sees it. */
interface SharedChannel {
  readonly topic: SharedTopic
  readonly plan: Plan
  readonly channel: StreamChannel
  /** Groups that send it. */
  users: number
  /** From when on it is read again: its pace after it was sent last. */
  readFrom: number
  /** What the last round brought; undefined: nothing new. */
  entry: string | undefined
}

/** The connections of one plan that follow the same shared topics: each frame is made once for all of them. */
export interface StreamGroup {
  readonly key: string
  readonly channels: readonly SharedChannel[]
  members: number
  /** What the last round brought all members. */
  entries: readonly string[]
  /** The same as a frame; undefined: nothing new. */
  frame: Buffer | undefined
}

/** What a round brought. */
export interface Advance {
  /** Some group has a frame. */
  readonly isNew: boolean
  /** When the next topic may be read that this round did not read; undefined: it read all. */
  readonly pacedUntil: number | undefined
}

/** The shared topics that are followed now, by plan. A topic is serialised once a plan and round, however many follow it. */
export class StreamGroups {
  readonly #sources: Pick<StreamSources, 'read'>
  readonly #channels = new Map<string, SharedChannel>()
  readonly #groups = new Map<string, StreamGroup>()

  constructor(sources: Pick<StreamSources, 'read'>) {
    this.#sources = sources
  }

  /** The group of a plan and topics. A new member begins with the keyframes of `keyframesOf`. */
  join(plan: Plan, topics: readonly SharedTopic[]): StreamGroup {
    const names = topics.map((topic) => topicText(topic)).toSorted()
    const key = `${plan} ${names.join(' ')}`
    let group = this.#groups.get(key)
    if (group === undefined) {
      group = {
        key,
        channels: topics.map((topic) => this.#use(plan, topic)),
        members: 0,
        entries: [],
        frame: undefined,
      }
      this.#groups.set(key, group)
    }
    group.members += 1
    return group
  }

  leave(group: StreamGroup): void {
    group.members -= 1
    if (group.members > 0) return
    this.#groups.delete(group.key)
    for (const shared of group.channels) {
      shared.users -= 1
      if (shared.users === 0) this.#channels.delete(channelKey(shared.plan, shared.topic))
    }
  }

  /** One round at `now`: takes the newest values of topics whose pace is over, and makes each group's frame of those that changed. */
  advance(now: number): Advance {
    let pacedUntil: number | undefined
    for (const shared of this.#channels.values()) {
      shared.entry = now < shared.readFrom ? undefined : this.#newest(shared)
      if (shared.entry !== undefined) shared.readFrom = now + paceOf(shared.topic)
      else if (now < shared.readFrom) pacedUntil = Math.min(pacedUntil ?? Infinity, shared.readFrom)
    }
    let isNew = false
    for (const group of this.#groups.values()) {
      group.entries = group.channels.flatMap(({ entry }) => (entry === undefined ? [] : [entry]))
      group.frame = group.entries.length === 0 ? undefined : frameOf(group.entries)
      isNew ||= group.frame !== undefined
    }
    return { isNew, pacedUntil }
  }

  #newest({ topic, plan, channel }: SharedChannel): string | undefined {
    const snapshot = this.#sources.read(topic, plan)
    return snapshot === undefined ? undefined : channel.advance(snapshot)
  }

  #use(plan: Plan, topic: SharedTopic): SharedChannel {
    const key = channelKey(plan, topic)
    let shared = this.#channels.get(key)
    if (shared === undefined) {
      shared = { topic, plan, channel: new StreamChannel(topicText(topic)), users: 0, readFrom: 0, entry: undefined }
      this.#channels.set(key, shared)
      this.#newest(shared)
    }
    shared.users += 1
    return shared
  }
}

const channelKey = (plan: Plan, topic: SharedTopic) => `${plan} ${topicText(topic)}`

/** The whole values of a group's topics; of `only` where it is given. */
export function keyframesOf({ channels }: StreamGroup, only?: ReadonlySet<string>): string[] {
  return channels.flatMap(({ channel }) => {
    if (only !== undefined && !only.has(channel.topic)) return []
    const { keyframe } = channel
    return keyframe === undefined ? [] : [keyframe]
  })
}
