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
  #snapshot: Pick<Snapshot, 'etag' | 'json'> | undefined
  #value: JsonValue = null
  #n = 0
  #keyframe: string | undefined

  constructor(topic: string) {
    this.topic = topic
  }

  /** Takes the newest value. The entry that brings subscribers to it, as JSON; undefined when it is the one they have. */
  advance(snapshot: Pick<Snapshot, 'etag' | 'json'>): string | undefined {
    const last = this.#snapshot
    if (last?.etag === snapshot.etag) return undefined
    const before = this.#value
    this.#value = JSON.parse(snapshot.json.toString()) as JsonValue
    this.#snapshot = snapshot
    this.#keyframe = undefined
    this.#n += 1
    if (last === undefined) return this.keyframe
    const delta = deltaOf(before, this.#value)
    // The same content in another spelling: a subscriber that has one has the other.
    if (delta === undefined) {
      this.#n -= 1
      return undefined
    }
    const entry = `[${this.#id},${this.#n},${JSON.stringify(delta)}]`
    return entry.length < snapshot.json.length ? entry : this.keyframe
  }

  /** The whole newest value as an entry; undefined while there is none. */
  get keyframe(): string | undefined {
    if (this.#snapshot === undefined) return undefined
    this.#keyframe ??= `{"topic":"${this.topic}","id":${this.#id},"n":${this.#n},"value":${this.#snapshot.json.toString()}}`
    return this.#keyframe
  }
}

/** Entries as one frame. */
export const frameOf = (entries: readonly string[]): Buffer => Buffer.from(`[${entries.join(',')}]`)
