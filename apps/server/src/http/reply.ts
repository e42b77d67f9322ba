import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { pipeline, type Readable } from 'node:stream'
import type { Language } from '@strikewise/domain/text/language.ts'
import { LANGUAGE_TAGS } from '@strikewise/messages/language-tags.ts'
import { successStatus, type Route } from '@strikewise/wire/route.ts'
import type { Logger } from '../logging/logger.ts'
import type { Snapshot } from '../snapshots/snapshot.ts'
import { API_HEADERS } from './security-headers.ts'

/** What an answer of the API consists of. */
export interface Reply {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[]>>
  /** A stream is opened when it is sent, so that an answer without its body opens none. */
  readonly body?: string | Uint8Array | (() => Readable)
}

/** A file that a handler made. */
export interface FileContent {
  readonly bytes: string | Uint8Array
  readonly filename: string
  readonly language: Language
}

/** What a handler sends from disk: the status and headers that say which part of what it is. */
export interface StreamContent {
  readonly status: 200 | 206 | 304 | 416
  readonly headers: Readonly<Record<string, string>>
  readonly open?: () => Readable
}

const JSON_TYPE = 'application/json; charset=utf-8'

export function jsonReply(text: string, status: 200 | 202 = 200): Reply {
  return { status, headers: { ...API_HEADERS, 'content-type': JSON_TYPE }, body: text }
}

/** What a handler returned, as the kind of its route is answered. Throws where JSON is not what the schema says. */
export function replyOf(route: Route, content: unknown, asked: IncomingHttpHeaders): Reply {
  if (route.kind === 'polled') return snapshotReply(content as Snapshot, route.personal === true, asked)
  if (route.kind === 'file') return fileReply(content as FileContent, route.media)
  if (route.kind === 'stream') return streamReply(content as StreamContent, route.media)
  route.kind satisfies 'json' | undefined
  return jsonReply(JSON.stringify(route.reply.parse(content)), successStatus(route))
}

function snapshotReply(snapshot: Snapshot, personal: boolean, asked: IncomingHttpHeaders): Reply {
  const headers = {
    ...API_HEADERS,
    etag: snapshot.etag,
    vary: 'accept-encoding, cookie, authorization',
    // The browser may keep market data, but must ask each time whether it still holds.
    'cache-control': personal ? 'no-store' : 'private, no-cache',
  }
  if (asked['if-none-match'] === snapshot.etag) return { status: 304, headers }
  const zipped = acceptsGzip(asked) ? snapshot.gzip : undefined
  return {
    status: 200,
    headers: {
      ...headers,
      'content-type': JSON_TYPE,
      ...(zipped === undefined ? {} : { 'content-encoding': 'gzip' }),
    },
    body: zipped ?? snapshot.json,
  }
}

function fileReply({ bytes, filename, language }: FileContent, media: string): Reply {
  return {
    status: 200,
    headers: {
      ...API_HEADERS,
      'content-language': LANGUAGE_TAGS[language],
      'content-type': typeof bytes === 'string' ? `${media}; charset=utf-8` : media,
      'content-disposition': `attachment; filename="${filename}"`,
    },
    body: bytes,
  }
}

function streamReply({ status, headers, open }: StreamContent, media: string): Reply {
  return {
    status,
    headers: { ...API_HEADERS, 'content-type': `${media}; charset=utf-8`, ...headers },
    ...(open === undefined ? {} : { body: open }),
  }
}

/** The answer of a library that speaks `Response`. Its body is short: it is read whole. */
export async function responseReply(response: Response): Promise<Reply> {
  const headers: Record<string, string | string[]> = Object.fromEntries(response.headers)
  const cookies = response.headers.getSetCookie()
  if (cookies.length > 0) headers['set-cookie'] = cookies
  const body = response.body === null ? {} : { body: Buffer.from(await response.arrayBuffer()) }
  return { status: response.status, headers, ...body }
}

/** Whether the client unpacks gzip. */
export function acceptsGzip(asked: IncomingHttpHeaders): boolean {
  return /\bgzip\b/.test(asked['accept-encoding']?.toString() ?? '')
}

/** Sends an answer; without its body where only the headers were asked for. A stream goes on after the return. */
export function sendReply(request: IncomingMessage, response: ServerResponse, reply: Reply, logger: Logger): void {
  const { status, headers, body } = reply
  const withoutBody = request.method === 'HEAD'
  if (typeof body !== 'function') {
    const length = body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
    response.writeHead(status, { ...headers, ...length }).end(withoutBody ? undefined : body)
    return
  }
  const stream = withoutBody ? undefined : body()
  response.writeHead(status, headers)
  if (stream === undefined) response.end()
  else
    pipeline(stream, response, (error) => {
      if (error != null && error.code !== 'ERR_STREAM_PREMATURE_CLOSE')
        logger.error({ err: error }, 'an answer could not be sent to its end')
    })
}
