import { recordedValues, type DemoDay, type RecordedReply } from '@strikewise/wire/demo-day.ts'
import type { JsonValue } from '@strikewise/wire/json-delta.ts'
import { readTopic } from '@strikewise/wire/live-stream.ts'

interface Change {
  readonly second: number
  readonly value: JsonValue
}

/** What a call of the recording answered, second by second. */
export class RecordedCall {
  readonly route: string
  readonly #recorded: RecordedReply
  #changes: readonly Change[] | undefined

  constructor(recorded: RecordedReply) {
    this.route = recorded.route
    this.#recorded = recorded
  }

  /** Every change of the answer, oldest first. */
  get changes(): readonly Change[] {
    return (this.#changes ??= [...recordedValues(this.#recorded)])
  }

  /** Number of the answer that held at `second`, from 0: the newest of the changes until then, else the first. Undefined without any. */
  numberAt(second: number): number | undefined {
    const { changes } = this
    let [low, high] = [0, changes.length]
    while (low < high) {
      const middle = (low + high) >>> 1
      if (changes[middle]!.second <= second) low = middle + 1
      else high = middle
    }
    return changes.length === 0 ? undefined : Math.max(0, low - 1)
  }
}

type Query = Readonly<Record<string, unknown>>

/** Parameters that narrow an answer of which the recording has all: readers put what they get together. */
const NARROWING = new Set(['from'])

/** The calls of a recorded day, found by what a screen asks for. */
export class RecordedCalls {
  readonly all: readonly RecordedCall[]
  readonly #byName = new Map<string, RecordedCall>()
  readonly #uid: string

  constructor({ uid, replies }: DemoDay) {
    this.#uid = uid
    this.all = replies.map((recorded) => {
      const call = new RecordedCall(recorded)
      this.#byName.set(nameOf(recorded.route, recorded.query), call)
      return call
    })
  }

  /** The recorded call; undefined when the recording has none of it. */
  find(route: string, query: Query = {}): RecordedCall | undefined {
    return this.#byName.get(nameOf(route, query))
  }

  /** The call whose answer a topic of the stream is. */
  ofTopic(text: string): RecordedCall | undefined {
    const topic = readTopic(text)
    if (topic === undefined) return undefined
    const { route, ...parameters } = topic
    switch (topic.route) {
      case 'optionChainTable':
      case 'optionChainDetails':
        // The whole chain is not recorded, and the part around the money is that of NIFTY.
        return topic.strikes === 'all' || topic.symbol !== 'NIFTY' ? undefined : this.find(route)
      case 'optionChainWalls':
        return topic.symbol === 'NIFTY' ? this.find(route) : undefined
      case 'indexCandles':
        return this.find(route, { ...parameters, tf: '1m' })
      case 'decisions':
        return this.find(route, { ...parameters, limit: 1 })
      case 'userActiveTrades':
      case 'livePnl':
        return this.find(route, { ...parameters, uid: this.#uid })
      case 'liveIndices':
      case 'news':
      case 'signals':
      case 'indicatorValues':
        return this.find(route, parameters)
    }
  }
}

function nameOf(route: string, query: Query): string {
  const parts = Object.entries(query)
    .filter(([key, value]) => value !== undefined && !NARROWING.has(key))
    .map(([key, value]) => `${key}=${String(value)}`)
  return [route, ...parts.toSorted()].join(' ')
}

/** What `Client.call` takes after the name, as far as reading needs it. */
export type ReadInput = { readonly query?: Query; readonly params?: Readonly<Record<string, string>> } | undefined
