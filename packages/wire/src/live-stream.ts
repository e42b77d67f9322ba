import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import * as z from 'zod'
import type { JsonValue } from './json-delta.ts'
import { indexSymbol, istDateText } from './scalars.ts'

/** Path of the stream, below `/api`. */
export const LIVE_STREAM_PATH = '/stream'

/** Topics that one connection may ask for. */
export const MAX_TOPICS = 32

const PARAMETERS = { symbol: indexSymbol, date: istDateText, 'strikes?': z.literal('all') }
type ParameterName = keyof typeof PARAMETERS

/** Answers that the stream carries, and what of their query a topic names; `?`: the last part of the name, or left out. */
const TOPIC_PARAMETERS = {
  liveIndices: [],
  news: [],
  signals: ['symbol'],
  indicatorValues: ['symbol'],
  /** Of both the strikes around the money alone, or with `all` every strike of the nearest expiry. */
  optionChainTable: ['symbol', 'strikes?'],
  optionChainDetails: ['symbol', 'strikes?'],
  optionChainWalls: ['symbol'],
  /** Bars of one minute. */
  indexCandles: ['symbol'],
  /** The newest one alone. */
  decisions: ['symbol', 'date'],
  userActiveTrades: ['date'],
  livePnl: ['date'],
} as const satisfies Record<string, readonly ParameterName[]>

type Parameters = typeof TOPIC_PARAMETERS
export type StreamedRoute = keyof Parameters

type NamesOf<R extends StreamedRoute> = Parameters[R][number]
type ParametersOf<R extends StreamedRoute> = {
  readonly [P in Exclude<NamesOf<R>, 'strikes?'>]: P extends 'symbol' ? IndexSymbol : IstDate
} & ('strikes?' extends NamesOf<R> ? { readonly strikes?: 'all' } : unknown)

/** What a page follows: the answer of a polled call, named by its route and its query. */
export type StreamTopic = { [R in StreamedRoute]: { readonly route: R } & ParametersOf<R> }[StreamedRoute]

/** How frames name a topic: `signals.NIFTY`, `decisions.NIFTY.2026-11-20`, `optionChainTable.NIFTY.all`. */
export function topicText(topic: StreamTopic): string {
  const { route, ...parameters } = topic
  return [route, ...Object.values(parameters)].join('.')
}

/** The topic of a name; undefined when there is none of it. */
export function readTopic(text: string): StreamTopic | undefined {
  const [route = '', ...values] = text.split('.')
  if (!Object.hasOwn(TOPIC_PARAMETERS, route)) return undefined
  const known: readonly ParameterName[] = TOPIC_PARAMETERS[route as StreamedRoute]
  const names = values.length < known.length ? known.filter((name) => name !== 'strikes?') : known
  if (names.length !== values.length) return undefined
  if (names.some((name, at) => !PARAMETERS[name].safeParse(values[at]).success)) return undefined
  return { route, ...Object.fromEntries(names.map((name, at) => [name.replace('?', ''), values[at]])) } as StreamTopic
}

/** What may have changed for the user, to be read by its own call. */
export const STREAM_HINTS = ['trades', 'account', 'notices', 'refusals'] as const
export type StreamHint = (typeof STREAM_HINTS)[number]

/** All a page asks for: it replaces what it asked for before. `again`: topics whose whole value it needs once more. */
export const streamRequest = z.strictObject({
  topics: z.array(z.string().max(64)).max(MAX_TOPICS),
  again: z.array(z.string().max(64)).max(MAX_TOPICS).optional(),
})
export type StreamRequest = z.infer<typeof streamRequest>

const clock = z.object({ now: z.number(), speed: z.number() })

/** Checked by its call's own schema once it is whole. */
const json = z.unknown().transform((value) => value as JsonValue)

const keyframe = z.object({ topic: z.string(), id: z.int(), n: z.int(), value: json })
const delta = z.tuple([z.int(), z.int(), json])
const refusal = z.object({ topic: z.string(), refused: z.string() })
const hint = z.object({ changed: z.enum(STREAM_HINTS) })
const heartbeat = z.object({ clock })
const failure = z.object({ error: z.string(), code: z.string().optional() })

export type StreamEntry =
  /** The whole value of a topic. Deltas name it by `id` from then on. */
  | {
      readonly type: 'keyframe'
      readonly topic: string
      readonly id: number
      readonly n: number
      readonly value: JsonValue
    }
  /** What changed between `n - 1` and `n`. */
  | { readonly type: 'delta'; readonly id: number; readonly n: number; readonly delta: JsonValue }
  /** The user's plan does not contain the topic, or there is none. */
  | { readonly type: 'refusal'; readonly topic: string; readonly code: string }
  | { readonly type: 'hint'; readonly changed: StreamHint }
  /** The product's clock, every few seconds: a stream without it is silent. */
  | { readonly type: 'clock'; readonly now: number; readonly speed: number }
  | { readonly type: 'error'; readonly error: string; readonly code: string | undefined }

/** One frame → its entries. Entries of a kind that is not known are left out; undefined: the frame is none. */
export function readStreamFrame(text: string): StreamEntry[] | undefined {
  const list = parseJson(text)
  if (!Array.isArray(list)) return undefined
  return list.flatMap((entry: unknown) => {
    const read = readEntry(entry)
    return read === undefined ? [] : [read]
  })
}

const entries = [
  delta.transform(([id, n, change]): StreamEntry => ({ type: 'delta', id, n, delta: change })),
  keyframe.transform((found): StreamEntry => ({ type: 'keyframe', ...found })),
  refusal.transform(({ topic, refused }): StreamEntry => ({ type: 'refusal', topic, code: refused })),
  hint.transform(({ changed }): StreamEntry => ({ type: 'hint', changed })),
  heartbeat.transform((found): StreamEntry => ({ type: 'clock', ...found.clock })),
  failure.transform(({ error, code }): StreamEntry => ({ type: 'error', error, code })),
] as const

function readEntry(entry: unknown): StreamEntry | undefined {
  for (const schema of entries) {
    const read = schema.safeParse(entry)
    if (read.success) return read.data
  }
  return undefined
}
