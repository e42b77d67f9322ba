import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Route } from '@strikewise/wire/route.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'
import { signedDay } from '../record/day-export.ts'
import { TooBusy } from '../work-limit.ts'
import { ApiFailure } from './api-failure.ts'
import { byteRange } from './byte-range.ts'
import { admit } from './gate.ts'
import { NOBODY } from './visitors.ts'
import { readQuery, readWith } from './read-input.ts'
import { API_HEADERS } from './security-headers.ts'
import type { WebParts } from './web-parts.ts'

/** A day that is over never changes again: whoever has it need not ask for a day. */
const KEEP = 'public, max-age=86400, immutable'
/** Downloads under way at a time, of all callers. */
const MOST_SENT = 64
let sending = 0

/**
 * GET /record/:day: the day's export from its file, as it lies there to a client that unpacks. Such a client may ask for a
 * range of the packed bytes, to go on with a download that broke.
 */
export async function answerRecordDay(
  parts: WebParts,
  request: Request,
  params: Record<string, string>,
  address: string,
): Promise<Response> {
  const route = ROUTES.recordDay
  admit('recordDay', route satisfies Route, NOBODY, address, parts)
  readQuery(route.query, new URL(request.url).searchParams)
  const { day } = readWith(route.params, params)
  const signed = await signedDay(parts.db, day)
  if (signed === undefined) throw new ApiFailure({ code: 'problem.not_found.record_day' })
  const zipped = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  const etag = zipped ? `"${signed.hash}-gzip"` : `"${signed.hash}"`
  const headers = {
    ...API_HEADERS,
    'cache-control': KEEP,
    vary: 'accept-encoding',
    etag,
    'accept-ranges': zipped ? 'bytes' : 'none',
    'content-type': 'application/jsonl; charset=utf-8',
    'content-disposition': `attachment; filename="strikewise-record-${day}.jsonl"`,
    ...(zipped ? { 'content-encoding': 'gzip' } : {}),
  }
  if (request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
  const { path, bytes } = await parts.packedDays.fileOf(signed)
  if (!zipped) return new Response(sent(createReadStream(path).pipe(createGunzip())), { headers })
  const condition = request.headers.get('if-range')
  const asked = condition === null || condition === etag ? request.headers.get('range') : null
  const range = byteRange(asked, bytes)
  if (range === 'outside')
    return new Response(null, { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes}` } })
  if (range === undefined)
    return new Response(sent(createReadStream(path)), { headers: { ...headers, 'content-length': String(bytes) } })
  const { from, to } = range
  return new Response(sent(createReadStream(path, { start: from, end: to })), {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(to - from + 1),
      'content-range': `bytes ${from}-${to}/${bytes}`,
    },
  })
}

/** Counts a download until its stream ends, however it ends. */
function sent(stream: Readable): ReadableStream<Uint8Array<ArrayBuffer>> {
  if (sending >= MOST_SENT) {
    stream.destroy()
    throw new TooBusy('too many downloads are under way')
  }
  sending += 1
  stream.once('close', () => {
    sending -= 1
  })
  return Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>
}
