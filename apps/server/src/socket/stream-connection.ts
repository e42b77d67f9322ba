import type { Duplex } from 'node:stream'
import { isDeepStrictEqual } from 'node:util'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { effectivePlan } from '@strikewise/plans/entitlements.ts'
import type { Renderer } from '@strikewise/messages/render.ts'
import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import {
  readTopic,
  topicText,
  STREAM_HINTS,
  streamRequest,
  type StreamHint,
  type StreamTopic,
} from '@strikewise/wire/live-stream.ts'
import type { WebSocket } from 'ws'
import type { Profile } from '../accounts/profiles.ts'
import type { WebDependencies } from '../http/web-dependencies.ts'
import { PersonalStream } from './personal-stream.ts'
import { frameOf } from './stream-channel.ts'
import { keyframesOf, type StreamGroup, type StreamGroups } from './stream-groups.ts'
import { isPersonal, topicRefusal, type SharedTopic } from './stream-sources.ts'

/** More than this waiting to be sent: the listener is too slow to be sent more. */
const MAX_BUFFERED_BYTES = 64 * 1024
const DRAIN_MS = 10_000
/** A page asks when its topics change, and after a gap. */
const REQUESTS_A_MINUTE = 120
const POLICY_CLOSE = 1008
const SLOW_CLOSE = 1013

type ConnectionDependencies = Pick<WebDependencies, 'trades' | 'pnl' | 'clock' | 'logger' | 'metrics' | 'rates'>

/** What a round brings beside the news of the groups. */
interface RoundDue {
  readonly heartbeat: Buffer | undefined
  /** How the trades stand goes out with this round, as far as it is new. */
  readonly hasStanding: boolean
}

/** Whose connection it is. */
export interface StreamOwner {
  readonly userId: string
  readonly sessionId: string
  readonly text: Renderer['text']
}

/**
 * One page's connection. Between rounds it is in the state of its group. One that reads too slowly is sent nothing until it
 * has taken what waits, and then the newest whole values: what it missed is not kept.
 */
export class StreamConnection {
  readonly owner: StreamOwner
  readonly #parts: ConnectionDependencies
  readonly #groups: StreamGroups
  readonly #socket: WebSocket
  readonly #stream: Duplex
  #profile: Profile
  #plan: Plan
  #topics: readonly StreamTopic[] = []
  #group: StreamGroup | undefined
  #personal: PersonalStream | undefined
  #slowSince: number | undefined
  /** Bytes of the last whole values sent: waiting for them is not being slow. */
  #burstBytes = 0

  constructor(
    parts: ConnectionDependencies,
    groups: StreamGroups,
    { owner, profile, socket, stream }: { owner: StreamOwner; profile: Profile; socket: WebSocket; stream: Duplex },
  ) {
    this.owner = owner
    this.#parts = parts
    this.#groups = groups
    this.#socket = socket
    this.#stream = stream
    this.#profile = profile
    this.#plan = effectivePlan(profile.plan, parts.clock.now())
    socket.on('message', (data: Buffer, isBinary: boolean) => this.#receive(isBinary ? '' : data.toString()))
    socket.once('close', () => this.#release())
  }

  /** Sends what a round brought the group, and how the trades stand and the heartbeat where they are due. */
  round({ heartbeat, hasStanding }: RoundDue): void {
    if (this.#socket.readyState !== this.#socket.OPEN) return
    if (effectivePlan(this.#profile.plan, this.#parts.clock.now()) !== this.#plan) this.update(this.#profile)
    const standing = hasStanding ? this.#personal?.round() : undefined
    if (this.#isBehind()) return
    // What is new of the user goes out in the group's frame: two would cost the network and the page twice.
    const news = standing === undefined ? this.#group?.frame : frameOf([...(this.#group?.entries ?? []), standing])
    const frames = [news, heartbeat].filter((frame) => frame !== undefined)
    if (frames.length > 0) this.#write(frames)
  }

  /**
   * Takes the user's record as it is now: what the plan does not contain any more ends, what it sees later is sent as that.
   * True when the record is another than the one known.
   */
  update(profile: Profile): boolean {
    const plan = effectivePlan(profile.plan, this.#parts.clock.now())
    const isOther = !isDeepStrictEqual(profile, this.#profile)
    this.#profile = profile
    if (plan === this.#plan) return isOther
    this.#plan = plan
    this.#follow(this.#topics)
    return true
  }

  hint(changed: StreamHint): void {
    this.#sendEntries([JSON.stringify({ changed })])
  }

  /** The session of the handshake is over. */
  end(): void {
    const error = this.owner.text({ code: 'problem.not_signed_in' })
    this.#sendEntries([JSON.stringify({ error, code: 'not_signed_in' })])
    this.#socket.close(POLICY_CLOSE, 'session ended')
  }

  #receive(text: string): void {
    const request = streamRequest.safeParse(parseJson(text))
    const isAllowed = this.#parts.rates.allows(`stream ${this.owner.userId}`, REQUESTS_A_MINUTE)
    if (!request.success || !isAllowed) {
      this.#socket.close(POLICY_CLOSE, request.success ? 'too many requests' : 'not a request')
      return
    }
    const { topics, again = [] } = request.data
    const known = new Map(topics.map((name) => [name, readTopic(name)]))
    const unknown = [...known].flatMap(([name, topic]) => (topic === undefined ? [name] : []))
    const refused = unknown.map((name) => JSON.stringify({ topic: name.slice(0, 64), refused: 'not_found' }))
    if (refused.length > 0) this.#sendEntries(refused)
    this.#follow([...known.values()].filter((topic) => topic !== undefined))
    if (again.length > 0) this.#sendEntries(this.#keyframes(new Set(again)))
  }

  /** Follows these topics and no others, as far as the plan has them. New ones begin with their whole value. */
  #follow(topics: readonly StreamTopic[]): void {
    this.#topics = topics
    const refusals: string[] = []
    const allowed = topics.filter((topic) => {
      const code = topicRefusal(topic, this.#profile, this.#parts.clock)
      if (code !== undefined) refusals.push(JSON.stringify({ topic: topicText(topic), refused: code }))
      return code === undefined
    })
    const before = new Set(this.#group?.channels.map(({ channel }) => channel))
    const group = this.#groups.join(
      this.#plan,
      allowed.filter((topic): topic is SharedTopic => !isPersonal(topic)),
    )
    if (this.#group !== undefined) this.#groups.leave(this.#group)
    this.#group = group
    const added = new Set(group.channels.flatMap(({ channel }) => (before.has(channel) ? [] : [channel.topic])))
    this.#followPersonal(allowed)
    const entries = [...refusals, ...keyframesOf(group, added)]
    if (entries.length > 0) this.#sendEntries(entries)
  }

  #followPersonal(topics: readonly StreamTopic[]): void {
    const own = topics.filter(isPersonal)
    const has = (route: (typeof own)[number]['route']) => own.some((topic) => topic.route === route)
    const requested = { trades: has('userActiveTrades'), pnl: has('livePnl') }
    const [first] = own
    const { topics: current, day } = this.#personal ?? {}
    if (day === first?.date && current?.trades === requested.trades && current.pnl === requested.pnl) return
    this.#personal?.close()
    this.#personal =
      first === undefined
        ? undefined
        : new PersonalStream(
            this.#parts,
            { userId: this.owner.userId, day: first.date, topics: requested },
            (entries) => this.#sendEntries(entries),
          )
  }

  #keyframes(only?: ReadonlySet<string>): string[] {
    return [
      ...(this.#group === undefined ? [] : keyframesOf(this.#group, only)),
      ...(this.#personal?.keyframes(only) ?? []),
    ]
  }

  /** False: nothing was written, as the listener is gone or too slow. */
  #sendEntries(entries: readonly string[]): boolean {
    const canWrite = this.#socket.readyState === this.#socket.OPEN && !this.#isBehind()
    if (canWrite) this.#writeWhole(entries)
    return canWrite
  }

  #writeWhole(entries: readonly string[]): void {
    const frame = frameOf(entries)
    this.#burstBytes += frame.length
    this.#write([frame])
  }

  /** True while the listener has not taken what waits; once it has, it is sent everything as it is now. */
  #isBehind(): boolean {
    const now = performance.now()
    const waiting = this.#socket.bufferedAmount
    if (waiting === 0) this.#burstBytes = 0
    if (waiting > MAX_BUFFERED_BYTES + this.#burstBytes || (waiting > 0 && this.#slowSince !== undefined)) {
      this.#slowSince ??= now
      if (now - this.#slowSince > DRAIN_MS) {
        this.#parts.metrics.slowSocket()
        this.#socket.close(SLOW_CLOSE, 'too slow')
        this.#socket.terminate()
      }
      return true
    }
    if (this.#slowSince === undefined) return false
    this.#slowSince = undefined
    this.#writeWhole([...this.#keyframes(), ...STREAM_HINTS.map((changed) => JSON.stringify({ changed }))])
    // The state it now has is that of this round: its deltas would be applied twice.
    return true
  }

  /** All frames in one write to the network. */
  #write(frames: readonly Buffer[]): void {
    this.#stream.cork()
    for (const frame of frames) this.#socket.send(frame, { binary: false })
    this.#stream.uncork()
  }

  #release(): void {
    if (this.#group !== undefined) this.#groups.leave(this.#group)
    this.#group = undefined
    this.#personal?.close()
  }
}
