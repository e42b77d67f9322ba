import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { topicText } from '@strikewise/wire/live-stream.ts'
import { frameOf, StreamChannel } from './stream-channel.ts'
import type { SharedTopic, StreamSources } from './stream-sources.ts'

/**
 * The option chain, of which nearly every row changes with each tick, and what changes seldom: read every fourth round, once
 * a second.
 */
const ONCE_A_SECOND: ReadonlySet<SharedTopic['route']> = new Set([
  'optionChainTable',
  'optionChainDetails',
  'optionChainWalls',
  'news',
])
const ROUNDS_A_SECOND = 4
/** Of every strike volatility and greeks, which all change with each tick: some ten times as much as those around the money. */
const ROUNDS_OF_WHOLE_DETAILS = 3 * ROUNDS_A_SECOND

/** In which rounds a topic is read: every so many. */
function roundsBetween(topic: SharedTopic): number {
  if (topic.route === 'optionChainDetails' && topic.strikes === 'all') return ROUNDS_OF_WHOLE_DETAILS
  return ONCE_A_SECOND.has(topic.route) ? ROUNDS_A_SECOND : 1
}

/** One shared topic as a plan sees it. */
interface SharedChannel {
  readonly topic: SharedTopic
  readonly plan: Plan
  readonly channel: StreamChannel
  /** Groups that send it. */
  users: number
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

/** The shared topics that are followed now, by plan. A topic is serialised once a plan and round, however many follow it. */
export class StreamGroups {
  readonly #sources: Pick<StreamSources, 'read'>
  readonly #channels = new Map<string, SharedChannel>()
  readonly #groups = new Map<string, StreamGroup>()
  #round = 0

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

  /** One round: takes the newest values, and makes each group's frame of those that changed. */
  advance(): void {
    this.#round += 1
    for (const shared of this.#channels.values())
      shared.entry = this.#round % roundsBetween(shared.topic) === 0 ? this.#newest(shared) : undefined
    for (const group of this.#groups.values()) {
      group.entries = group.channels.flatMap(({ entry }) => (entry === undefined ? [] : [entry]))
      group.frame = group.entries.length === 0 ? undefined : frameOf(group.entries)
    }
  }

  #newest({ topic, plan, channel }: SharedChannel): string | undefined {
    const snapshot = this.#sources.read(topic, plan)
    return snapshot === undefined ? undefined : channel.advance(snapshot)
  }

  #use(plan: Plan, topic: SharedTopic): SharedChannel {
    const key = channelKey(plan, topic)
    let shared = this.#channels.get(key)
    if (shared === undefined) {
      shared = { topic, plan, channel: new StreamChannel(topicText(topic)), users: 0, entry: undefined }
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
