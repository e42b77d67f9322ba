import type { JsonValue } from '@strikewise/wire/json-delta.ts'
import { readStreamFrame, type StreamEntry } from '@strikewise/wire/live-stream.ts'
import { StreamReader } from '@strikewise/wire/stream-reader.ts'
import { WebSocket } from 'ws'
import type { TestUser, WebUnderTest } from './harness.ts'

/** A page's end of the stream, in a test. */
export interface StreamListener {
  readonly socket: WebSocket
  /** Texts as they came. */
  readonly frames: string[]
  readonly entries: StreamEntry[]
  /** The entries without the heartbeat's. */
  news(): StreamEntry[]
  /** Topics whose delta did not fit. */
  readonly gaps: string[]
  readonly opened: Promise<void>
  readonly closed: Promise<number>
  /** HTTP status of a refused handshake. */
  readonly refused: Promise<number>
  /** The topic as it is known now; undefined: no value of it has come. */
  value(topic: string): JsonValue | undefined
  follow(...topics: string[]): void
}

export function listenToStream(
  web: Pick<WebUnderTest, 'url'>,
  user: Pick<TestUser, 'cookie'> | undefined,
  change: { readonly path?: string; readonly headers?: Record<string, string> } = {},
): StreamListener {
  const socket = new WebSocket(`${web.url.replace('http', 'ws')}${change.path ?? '/api/stream'}`, {
    headers: { ...(user === undefined ? {} : { cookie: user.cookie }), ...change.headers },
  })
  const reader = new StreamReader()
  const [frames, entries, gaps]: [string[], StreamEntry[], string[]] = [[], [], []]
  socket.on('message', (data: Buffer) => {
    frames.push(data.toString())
    for (const entry of readStreamFrame(data.toString()) ?? []) {
      entries.push(entry)
      if (entry.type !== 'keyframe' && entry.type !== 'delta') continue
      const read = reader.take(entry)
      if (read?.type === 'gap') gaps.push(read.topic)
    }
  })
  socket.on('error', () => {})
  return {
    socket,
    frames,
    entries,
    news: () => entries.filter(({ type }) => type !== 'clock'),
    gaps,
    opened: new Promise((resolve) => socket.once('open', () => resolve())),
    closed: new Promise((resolve) => socket.once('close', (code) => resolve(code))),
    refused: new Promise((resolve) =>
      socket.once('unexpected-response', (_request, response) => resolve(response.statusCode!)),
    ),
    value: (topic) => reader.keyframe(topic)?.value,
    follow: (...topics) => socket.send(JSON.stringify({ topics })),
  }
}
