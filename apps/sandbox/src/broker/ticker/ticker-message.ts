import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import * as z from 'zod'
import type { TickMode } from '@strikewise/kite/ticker/layout.ts'

/** What a client may ask of the ticker (kite-connect fact sheet §19.2). */
export type TickerMessage =
  | { readonly kind: 'subscribe' | 'unsubscribe'; readonly tokens: readonly number[] }
  | { readonly kind: 'mode'; readonly mode: TickMode; readonly tokens: readonly number[] }

const message = z.discriminatedUnion('a', [
  z.object({ a: z.enum(['subscribe', 'unsubscribe']), v: z.array(z.unknown()) }),
  z.object({ a: z.literal('mode'), v: z.tuple([z.enum(['ltp', 'quote', 'full']), z.array(z.unknown())]) }),
])

/** Parses a text frame of a client. Tokens that are not numbers are left out without a word, as the broker does. */
export function tickerMessageOf(text: string): TickerMessage | undefined {
  const json = parseJson(text)
  const parsed = message.safeParse(json)
  if (!parsed.success) return undefined
  if (parsed.data.a === 'mode') return { kind: 'mode', mode: parsed.data.v[0], tokens: numbersIn(parsed.data.v[1]) }
  return { kind: parsed.data.a, tokens: numbersIn(parsed.data.v) }
}

function numbersIn(values: readonly unknown[]): number[] {
  return values.filter((value) => typeof value === 'number' && Number.isInteger(value)) as number[]
}
