import { createReadStream } from 'node:fs'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import type { Route } from '@strikewise/wire/route.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'
import { signedDay } from '../public-log/day-export.ts'
import { OverloadedError } from '../semaphore.ts'
import { DomainError } from '../domain-error.ts'
import { byteRange } from './byte-range.ts'
import { authorize } from './authorize.ts'
import { ANONYMOUS } from './principals.ts'
import { readQuery, readWith } from './read-input.ts'
import { API_HEADERS } from './security-headers.ts'
import type { WebDependencies } from './web-dependencies.ts'

/** A day that is over never changes again: whoever has it need not ask for a day. */
const KEEP = 'public, max-age=86400, immutable'
/** Downloads under way at a time, of all callers. */
const MAX_PUBLISHED = 64
let sending = 0

/**
 * GET /record/:day: the day's export from its file, as it lies there to a client that unpacks. Such a client may ask for a
 * range of the packed bytes, to go on with a download that broke.
 */
export async function servePublicLogDay(
  parts: WebDependencies,
  request: Request,
  params: Record<string, string>,
  address: string,
): Promise<Response> {
  const route = ROUTES.recordDay
  authorize('recordDay', route satisfies Route, ANONYMOUS, address, parts)
  readQuery(route.query, new URL(request.url).searchParams)
  const { day } = readWith(route.params, params)
  const signed = await signedDay(parts.db, day)
  if (signed === undefined) throw new DomainError({ code: 'problem.not_found.record_day' })
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
  const { path, bytes } = await parts.compressedDays.fileOf(signed)
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
  if (sending >= MAX_PUBLISHED) {
    stream.destroy()
    throw new OverloadedError('too many downloads are under way')
  }
  sending += 1
  stream.once('close', () => {
    sending -= 1
  })
  return Readable.toWeb(stream) as ReadableStream<Uint8Array<ArrayBuffer>>
}
