import { applyDelta, type JsonValue } from './json-delta.ts'
import type { StreamEntry } from './live-stream.ts'

type Keyframe = Extract<StreamEntry, { type: 'keyframe' }>

/** What an entry did to a topic. `gap`: its delta does not follow what is known; the whole value must be asked for again. */
export type TopicChange =
  | { readonly type: 'value'; readonly topic: string; readonly value: JsonValue }
  | { readonly type: 'gap'; readonly topic: string }

/** Puts the topics of a stream together from its entries. */
export class StreamReader {
  readonly #topics = new Map<string, Keyframe>()
  readonly #names = new Map<number, string>()

  /** Undefined for an entry that changes no known topic: one of a topic that is followed no more, or one known already. */
  take(entry: Extract<StreamEntry, { type: 'keyframe' | 'delta' }>): TopicChange | undefined {
    if (entry.type === 'keyframe') {
      this.forget(entry.topic)
      this.#topics.set(entry.topic, entry)
      this.#names.set(entry.id, entry.topic)
      return { type: 'value', topic: entry.topic, value: entry.value }
    }
    const topic = this.#names.get(entry.id)
    const known = topic === undefined ? undefined : this.#topics.get(topic)
    if (topic === undefined || known === undefined || entry.n <= known.n) return undefined
    try {
      if (entry.n !== known.n + 1) throw new Error('a delta is missing')
      const value = applyDelta(known.value, entry.delta)
      this.#topics.set(topic, { ...known, n: entry.n, value })
      return { type: 'value', topic, value }
    } catch {
      this.forget(topic)
      return { type: 'gap', topic }
    }
  }

  /** The whole value as it is now, as an entry for another reader; undefined while it is not known. */
  keyframe(topic: string): Keyframe | undefined {
    return this.#topics.get(topic)
  }

  /** Topics whose value is known. */
  topics(): string[] {
    return [...this.#topics.keys()]
  }

  forget(topic: string): void {
    const known = this.#topics.get(topic)
    if (known === undefined) return
    this.#topics.delete(topic)
    this.#names.delete(known.id)
  }

  clear(): void {
    this.#topics.clear()
    this.#names.clear()
  }
}
