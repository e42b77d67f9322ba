import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { DemoDay } from '@strikewise/wire/demo-day.ts'
import type { StreamEntry } from '@strikewise/wire/live-stream.ts'
import type { StreamHandlers, StreamLink } from '../../lib/stream/connection.ts'
import { createStore, type Store } from '../../lib/store.ts'
import { RecordedCalls, type RecordedCall } from './recorded-calls.ts'

/** Market seconds a real one. */
export const SPEEDS = [1, 10, 60] as const
export type Speed = (typeof SPEEDS)[number]

export interface PlayerState {
  readonly playing: boolean
  readonly speed: Speed
}

interface PlayerPorts {
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number
  /** Called when time was moved, or runs otherwise than before. */
  readonly onClock: (now: EpochMs, speed: number) => void
  /** Called after answers have changed that no stream brings. */
  readonly onChange: () => void
}

const STREAMED_ROUTES = new Set([
  'liveIndices',
  'news',
  'signals',
  'indicatorValues',
  'optionChainTable',
  'optionChainDetails',
  'optionChainWalls',
  'indexCandles',
  'decisions',
  'userActiveTrades',
  'livePnl',
])

/** Plays a recorded day: its time, and at each time what every call answered then. `tick` has to be called a few times a second. */
export class Player {
  readonly calls: RecordedCalls
  readonly day: DemoDay
  /** Seconds from the first to the last reading. */
  readonly length: number
  readonly state: Store<PlayerState>
  /** The second that is shown, whole. */
  readonly second: Store<number>
  readonly #ports: PlayerPorts
  readonly #unstreamed: readonly RecordedCall[]
  #from = { second: 0, readAt: 0 }
  /** Numbers of the answers that no stream brings, as they were last time. */
  #known = ''
  readonly #streams = new Set<PlayedStream>()

  constructor(day: DemoDay, ports: PlayerPorts) {
    this.day = day
    this.calls = new RecordedCalls(day)
    this.length = Math.floor((day.to - day.from) / 1000)
    this.#ports = ports
    this.#unstreamed = this.calls.all.filter(({ route }) => !STREAMED_ROUTES.has(route))
    this.#from.readAt = ports.now()
    this.state = createStore<PlayerState>({ playing: false, speed: 10 })
    this.second = createStore(0)
  }

  /** Seconds of the recording that have passed. */
  at(): number {
    const { playing, speed } = this.state.get()
    const passed = playing ? ((this.#ports.now() - this.#from.readAt) / 1000) * speed : 0
    return Math.min(this.length, this.#from.second + passed)
  }

  /** Market time. */
  now(): EpochMs {
    return (this.day.from + Math.round(this.at() * 1000)) as EpochMs
  }

  /** How fast time runs: 0 while it stands. */
  speed(): number {
    const { playing, speed } = this.state.get()
    return playing ? speed : 0
  }

  play(): void {
    // At its end it starts again.
    this.#move(this.at() >= this.length ? 0 : this.at(), { playing: true })
  }

  pause(): void {
    this.#move(this.at(), { playing: false })
  }

  setSpeed(speed: Speed): void {
    this.#move(this.at(), { speed })
  }

  /** Goes to a second of the recording. */
  seek(second: number): void {
    this.#move(Math.min(this.length, Math.max(0, second)), {})
  }

  /** Publishes what is new since the last call. */
  tick(): void {
    if (this.state.get().playing && this.at() >= this.length) this.pause()
    this.second.set(Math.floor(this.at()))
    for (const stream of this.#streams) stream.publish()
    const known = this.#unstreamed.map((call) => call.numberAt(this.at())).join()
    if (known === this.#known) return
    this.#known = known
    this.#ports.onChange()
  }

  /** The stream of a page that is played. */
  readonly link = (_user: string, handlers: StreamHandlers): StreamLink => {
    const stream = new PlayedStream(this, handlers)
    this.#streams.add(stream)
    // As a connection does: after it has been handed out.
    queueMicrotask(() => stream.open())
    return {
      request: ({ topics, again = [] }) => stream.request(topics, again),
      close: () => {
        stream.close()
        this.#streams.delete(stream)
      },
    }
  }

  #move(second: number, change: Partial<PlayerState>): void {
    this.#from = { second, readAt: this.#ports.now() }
    this.state.set({ ...this.state.get(), ...change })
    this.#ports.onClock(this.now(), this.speed())
    this.tick()
  }
}

/** Brings the recorded answers as a stream does: of each topic that is followed the newest, when there is one. */
class PlayedStream {
  readonly #player: Player
  readonly #handlers: StreamHandlers
  #topics: readonly string[] = []
  /** By topic the number of the answer that was sent. */
  readonly #sent = new Map<string, number>()
  #isClosed = false
  #n = 0

  constructor(player: Player, handlers: StreamHandlers) {
    this.#player = player
    this.#handlers = handlers
  }

  open(): void {
    if (this.#isClosed) return
    this.#handlers.state({ status: 'open', polling: false, crowded: false })
    this.publish()
  }

  request(topics: readonly string[], again: readonly string[]): void {
    this.#topics = topics
    for (const topic of this.#sent.keys())
      if (!topics.includes(topic) || again.includes(topic)) this.#sent.delete(topic)
    // After the caller has noted what it asked for.
    queueMicrotask(() => this.publish())
  }

  publish(): void {
    if (this.#isClosed) return
    const entries = this.#topics.flatMap((topic, id): StreamEntry[] => {
      const call = this.#player.calls.ofTopic(topic)
      const number = call?.numberAt(this.#player.at())
      if (call === undefined || number === undefined || this.#sent.get(topic) === number) return []
      this.#sent.set(topic, number)
      this.#n += 1
      return [{ type: 'keyframe', topic, id, n: this.#n, value: call.changes[number]!.value }]
    })
    if (entries.length > 0) this.#handlers.entries(entries)
  }

  close(): void {
    this.#isClosed = true
  }
}
