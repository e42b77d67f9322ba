import { deltaOf, type JsonValue } from '@strikewise/wire/json-delta.ts'
import type { Snapshot } from '../snapshots/snapshot.ts'

let lastId = 0

/**
 * The successive values of one topic, as its subscribers are brought from one to the next. All of them are in the same
 * state: a subscriber that is not begins again with the keyframe.
 */
export class StreamChannel {
  readonly topic: string
  readonly #id = (lastId += 1)
  #etag: string | undefined
  #value: JsonValue | undefined
  /** The newest value as it was given; undefined where it was given as a value. */
  #json: Buffer | undefined
  #n = 0
  #keyframe: string | undefined

  constructor(topic: string) {
    this.topic = topic
  }

  /** Takes the newest value. The entry that brings subscribers to it, as JSON; undefined when it is the one they have. */
  advance({ etag, json }: Pick<Snapshot, 'etag' | 'json'>): string | undefined {
    if (this.#etag === etag) return undefined
    this.#etag = etag
    const entry = this.#take(JSON.parse(json.toString()) as JsonValue, json)
    return entry === undefined || entry.length < json.length ? entry : this.keyframe
  }

  /** As `advance`, of a value as `JSON.parse` makes it: what one user alone follows is not written as text to be read again. */
  advanceTo(value: JsonValue): string | undefined {
    return this.#take(value, undefined)
  }

  /** The whole newest value as an entry; undefined while there is none. */
  get keyframe(): string | undefined {
    if (this.#value === undefined) return undefined
    this.#keyframe ??= `{"topic":"${this.topic}","id":${this.#id},"n":${this.#n},"value":${this.#json?.toString() ?? JSON.stringify(this.#value)}}`
    return this.#keyframe
  }

  #take(value: JsonValue, json: Buffer | undefined): string | undefined {
    const before = this.#value
    const delta = before === undefined ? undefined : deltaOf(before, value)
    this.#value = value
    this.#json = json
    // The same content in another spelling: a subscriber that has one has the other.
    if (before !== undefined && delta === undefined) return undefined
    this.#keyframe = undefined
    this.#n += 1
    return before === undefined ? this.keyframe : `[${this.#id},${this.#n},${JSON.stringify(delta)}]`
  }
}

/** Entries as one frame. */
export const frameOf = (entries: readonly string[]): Buffer => Buffer.from(`[${entries.join(',')}]`)
