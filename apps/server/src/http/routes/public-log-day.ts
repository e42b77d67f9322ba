import { createReadStream } from 'node:fs'
import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { OverloadedError } from '@strikewise/concurrency/overloaded-error.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { signedDay } from '../../public-log/day-export.ts'
import { DomainError } from '../../domain-error.ts'
import { byteRange } from '../byte-range.ts'
import { acceptsGzip, type StreamContent } from '../reply.ts'
import type { WebDependencies } from '../web-dependencies.ts'

/** A day that is over never changes again: a cache that has it need not ask for a day. */
const KEEP = 'public, max-age=86400, immutable'
/** Downloads under way at a time, of all callers. */
const MAX_DOWNLOADS = 64
let downloads = 0

/**
 * The day's export from its file, packed as it is stored to a client that unpacks. Such a client may ask for a range of the
 * packed bytes, to go on with a download that broke.
 */
export async function publicLogDay(
  { db, compressedDays }: Pick<WebDependencies, 'db' | 'compressedDays'>,
  day: IstDate,
  asked: IncomingHttpHeaders,
): Promise<StreamContent> {
  const signed = await signedDay(db, day)
  if (signed === undefined) throw new DomainError({ code: 'problem.not_found.record_day' })
  const zipped = acceptsGzip(asked)
  const etag = zipped ? `"${signed.hash}-gzip"` : `"${signed.hash}"`
  const headers = {
    'cache-control': KEEP,
    vary: 'accept-encoding',
    etag,
    'accept-ranges': zipped ? 'bytes' : 'none',
    'content-disposition': `attachment; filename="strikewise-record-${day}.jsonl"`,
    ...(zipped ? { 'content-encoding': 'gzip' } : {}),
  }
  if (asked['if-none-match'] === etag) return { status: 304, headers }
  const { path, bytes } = await compressedDays.fileOf(signed)
  if (!zipped) return { status: 200, headers, open: () => counted(createReadStream(path).pipe(createGunzip())) }
  const condition = asked['if-range']
  const range = byteRange(condition === undefined || condition === etag ? asked.range : undefined, bytes)
  if (range === 'outside') return { status: 416, headers: { ...headers, 'content-range': `bytes */${bytes}` } }
  if (range === undefined)
    return {
      status: 200,
      headers: { ...headers, 'content-length': String(bytes) },
      open: () => counted(createReadStream(path)),
    }
  const { from, to } = range
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(to - from + 1),
      'content-range': `bytes ${from}-${to}/${bytes}`,
    },
    open: () => counted(createReadStream(path, { start: from, end: to })),
  }
}

/** Counts a download until its stream ends, however it ends. Throws OverloadedError when too many are under way. */
function counted(stream: Readable): Readable {
  if (downloads >= MAX_DOWNLOADS) {
    stream.destroy()
    throw new OverloadedError('too many downloads are under way')
  }
  downloads += 1
  stream.once('close', () => {
    downloads -= 1
  })
  return stream
}
