import type { JsonValue } from '@strikewise/wire/json-delta.ts'
import type { StreamEntry, StreamHint } from '@strikewise/wire/live-stream.ts'
import { StreamReader } from '@strikewise/wire/stream-reader.ts'
import { createStore, type Store } from '../store.ts'
import { IDLE, type StreamHandlers, type StreamLink, type StreamState } from './connection.ts'

/** A tab that has been in the background for this long is sent nothing until it is back in front. */
const HIDDEN_MS = 30_000

export interface StreamPorts {
  /** Connects for one user. */
  link(userId: string, handlers: StreamHandlers): StreamLink
  isVisible(): boolean
  onVisibility(changed: () => void): void
}

/** What a part of the app takes from the stream. */
export interface StreamConsumer {
  value(topic: string, value: JsonValue): void
  hint(hint: StreamHint): void
  clock(reading: { readonly now: number; readonly speed: number }): void
  /** The stream opened, or it no longer carries these topics: their calls stand in for it. */
  opened(): void
  lost(topics: readonly string[]): void
}

/**
 * The stream as this tab sees it: which topics it carries now, and their newest values. In a tab in the background values
 * are put together and not handed on, so that nothing is drawn; once it is in front the newest ones are.
 */
export class LiveStream {
  readonly #ports: StreamPorts
  readonly #state = createStore<StreamState>(IDLE)
  readonly #consumers = new Set<Partial<StreamConsumer>>()
  readonly #reader = new StreamReader()
  readonly #refused = new Set<string>()
  /** By who follows them. */
  readonly #topics = new Map<object, readonly string[]>()
  /** What changed while the tab was in the background. */
  readonly #changed = { topics: new Set<string>(), hints: new Set<StreamHint>() }
  #link: StreamLink | undefined
  /** The topics that the link has been asked for. */
  #sent = ''
  #users = 0
  #isAsleep = false
  #sleep: ReturnType<typeof setTimeout> | undefined

  constructor(ports: StreamPorts) {
    this.#ports = ports
    ports.onVisibility(() => this.#visibilityChanged())
  }

  get state(): Pick<Store<StreamState>, 'get' | 'subscribe'> {
    return this.#state
  }

  /** Connects for the user, until all that were started have ended. Returns the function that ends this one. */
  start(userId: string): () => void {
    this.#users += 1
    this.#link ??= this.#connect(userId)
    let hasEnded = false
    return () => {
      if (hasEnded) return
      hasEnded = true
      this.#users -= 1
      if (this.#users === 0) this.#end()
    }
  }

  /** Follows topics for `who`, in place of those it followed; none: it follows no more. */
  follow(who: object, topics: readonly string[]): void {
    if (topics.length === 0) this.#topics.delete(who)
    else this.#topics.set(who, topics)
    this.#request()
  }

  consume(consumer: Partial<StreamConsumer>): () => void {
    this.#consumers.add(consumer)
    return () => this.#consumers.delete(consumer)
  }

  /** Whether the topic comes over the stream now, so that its call need not be made. */
  carries(topic: string): boolean {
    return this.#state.get().status === 'open' && !this.#isAsleep && this.#reader.keyframe(topic) !== undefined
  }

  isOpen(): boolean {
    return this.#state.get().status === 'open'
  }

  /** A value that the app cannot read: the topic's call stands in for it until the next connection. */
  refuse(topic: string): void {
    this.#refused.add(topic)
    this.#reader.forget(topic)
    this.#request()
    for (const consumer of this.#consumers) consumer.lost?.([topic])
  }

  #connect(userId: string): StreamLink {
    let link: StreamLink | undefined
    const isCurrent = () => link === undefined || this.#link === link
    link = this.#ports.link(userId, {
      state: (state) => {
        if (isCurrent()) this.#setState(state)
      },
      entries: (entries) => {
        if (isCurrent()) this.#take(entries)
      },
    })
    const topics = this.#requestedTopics()
    this.#sent = topics.join(' ')
    if (topics.length > 0) link.request({ topics })
    return link
  }

  #end(): void {
    const link = this.#link
    this.#link = undefined
    this.#sent = ''
    link?.close()
    this.#setState(IDLE)
  }

  #setState(state: StreamState): void {
    const before = this.#state.get()
    if (before.status === state.status && before.polling === state.polling && before.crowded === state.crowded) return
    const isOpen = state.status === 'open'
    const lost = isOpen ? [] : this.#reader.topics()
    if (!isOpen) {
      this.#reader.clear()
      this.#refused.clear()
    }
    this.#state.set(state)
    for (const consumer of this.#consumers) {
      if (before.status === 'open' && !isOpen) consumer.lost?.(lost)
      if (before.status !== 'open' && isOpen) consumer.opened?.()
    }
  }

  #requestedTopics(): string[] {
    if (this.#isAsleep) return []
    const all = new Set([...this.#topics.values()].flat())
    return [...all].filter((topic) => !this.#refused.has(topic)).toSorted()
  }

  #request(again: readonly string[] = []): void {
    const topics = this.#requestedTopics()
    const text = topics.join(' ')
    if (text === this.#sent && again.length === 0) return
    this.#sent = text
    for (const topic of this.#reader.topics()) if (!topics.includes(topic)) this.#reader.forget(topic)
    this.#link?.request({ topics, ...(again.length === 0 ? {} : { again: [...again] }) })
  }

  #take(entries: readonly StreamEntry[]): void {
    const gaps: string[] = []
    for (const entry of entries) {
      switch (entry.type) {
        case 'keyframe':
        case 'delta': {
          const change = this.#reader.take(entry)
          if (change?.type === 'gap') gaps.push(change.topic)
          else if (change !== undefined) this.#changed.topics.add(change.topic)
          break
        }
        case 'hint':
          this.#changed.hints.add(entry.changed)
          break
        case 'clock':
          for (const consumer of this.#consumers) consumer.clock?.(entry)
          break
        case 'refusal':
        case 'error':
          break
      }
    }
    if (gaps.length > 0) this.#request(gaps)
    if (this.#ports.isVisible()) this.#deliver()
  }

  /** Delivers what is new: of each topic the newest value. */
  #deliver(): void {
    const { topics, hints } = this.#changed
    const [newTopics, newHints] = [[...topics], [...hints]]
    topics.clear()
    hints.clear()
    for (const topic of newTopics) {
      const value = this.#reader.keyframe(topic)?.value
      if (value !== undefined) for (const consumer of this.#consumers) consumer.value?.(topic, value)
    }
    for (const hint of newHints) for (const consumer of this.#consumers) consumer.hint?.(hint)
  }

  #visibilityChanged(): void {
    clearTimeout(this.#sleep)
    if (!this.#ports.isVisible()) {
      this.#sleep = setTimeout(() => this.#setAsleep(true), HIDDEN_MS)
      return
    }
    this.#setAsleep(false)
    this.#deliver()
  }

  #setAsleep(is: boolean): void {
    if (this.#isAsleep === is) return
    this.#isAsleep = is
    this.#request()
  }
}
