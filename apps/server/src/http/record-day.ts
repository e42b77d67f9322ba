import type { Route } from '@strikewise/wire/route.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'
import { dayExport, signedDay } from '../record/day-export.ts'
import { ApiFailure } from './api-failure.ts'
import { admit } from './gate.ts'
import { readQuery, readWith } from './read-input.ts'
import { API_HEADERS } from './security-headers.ts'
import type { WebParts } from './web-parts.ts'

/** A day that is over never changes again: whoever has it need not ask for a day. */
const KEEP = 'public, max-age=86400, immutable'

/** GET /record/:day: the day's export as it is read from the store, packed for who unpacks. */
export async function answerRecordDay(
  parts: WebParts,
  request: Request,
  params: Record<string, string>,
  address: string,
): Promise<Response> {
  const route = ROUTES.recordDay
  admit('recordDay', route satisfies Route, undefined, address, parts)
  readQuery(route.query, new URL(request.url).searchParams)
  const { day } = readWith(route.params, params)
  const signed = await signedDay(parts.db, day)
  if (signed === undefined) throw new ApiFailure('not_found', 'There is no record of that day, or the day is not over.')
  // Weak: packed or not, it is the same record.
  const etag = `W/"${signed.hash}"`
  const headers = {
    ...API_HEADERS,
    'cache-control': KEEP,
    vary: 'accept-encoding',
    etag,
    'content-type': 'application/jsonl; charset=utf-8',
    'content-disposition': `attachment; filename="strikewise-record-${day}.jsonl"`,
  }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const text = ReadableStream.from(dayExport(parts.db, signed)).pipeThrough(new TextEncoderStream())
  if (!/\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')) return new Response(text, { headers })
  const packed = text.pipeThrough(new CompressionStream('gzip'))
  return new Response(packed, { headers: { ...headers, 'content-encoding': 'gzip' } })
}
