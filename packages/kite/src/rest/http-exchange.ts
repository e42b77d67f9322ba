import type { IncomingHttpHeaders } from 'node:http'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import type { Dispatcher } from 'undici'
import type { HttpResult, FailureCause } from '../responses/http-result.ts'
import type { ServerTimeEstimator } from './server-time.ts'

const unpack = promisify(gunzip)

/**
 * One request on its way: collects the response, holds the whole-call limit and the size cap, and knows whether a byte
 * was written. The HTTP library calls `onRequestStart` right before it writes a request's head, never earlier, so a
 * failure before that call proves the request unsent.
 */
export class HttpExchange implements Dispatcher.DispatchHandler {
  readonly result: Promise<HttpResult>
  readonly #settle: (result: HttpResult | Promise<HttpResult>) => void
  readonly #maxBytes: number
  readonly #beforeWrite: (() => boolean) | undefined
  readonly #deadline: NodeJS.Timeout
  readonly #skew: ServerTimeEstimator | undefined
  #onServerDate: ((date: number) => void) | undefined
  #controller: Dispatcher.DispatchController | undefined
  #settled = false
  #status = 0
  #headers: IncomingHttpHeaders = {}
  #chunks: Buffer[] = []
  #bytes = 0

  constructor(
    maxBytes: number,
    callMs: number,
    beforeWrite: (() => boolean) | undefined,
    skew: ServerTimeEstimator | undefined,
  ) {
    const { promise, resolve } = Promise.withResolvers<HttpResult>()
    this.result = promise
    this.#settle = resolve
    this.#maxBytes = maxBytes
    this.#beforeWrite = beforeWrite
    this.#skew = skew
    this.#deadline = setTimeout(() => this.#abandon('timed_out', 'whole call'), callMs)
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throwing here takes the request off the connection before its head is written and keeps the connection.
    if (this.#settled) throw new Error('abandoned while waiting for a connection')
    if (this.#beforeWrite && !this.#beforeWrite()) {
      this.#fail('withdrawn', 'no longer wanted')
      throw new Error('withdrawn by the caller')
    }
    this.#controller = controller
    this.#onServerDate = this.#skew?.onRequest()
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: IncomingHttpHeaders): void {
    this.#status = status
    this.#headers = headers
    this.#onServerDate?.(Date.parse(textHeader(headers.date)))
  }

  onResponseData(_controller: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length
    if (this.#bytes > this.#maxBytes) this.#abandon('too_large', `over ${this.#maxBytes} bytes`)
    else this.#chunks.push(chunk)
  }

  onResponseEnd(): void {
    if (this.#settled) return
    this.#finish(this.#response())
  }

  onResponseError(_controller: Dispatcher.DispatchController | undefined, error: Error): void {
    const code = (error as NodeJS.ErrnoException).code ?? error.name
    this.#fail(causeOf(code, this.#controller !== undefined), code)
  }

  async #response(): Promise<HttpResult> {
    const packed = Buffer.concat(this.#chunks)
    let body = packed
    const encoding = textHeader(this.#headers['content-encoding']).toLowerCase()
    if (encoding !== '' && encoding !== 'identity') {
      if (encoding !== 'gzip')
        return { kind: 'failure', written: true, cause: 'unreadable', detail: 'unknown content encoding' }
      try {
        body = await unpack(packed, { maxOutputLength: this.#maxBytes })
      } catch (error) {
        const tooLarge = (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE'
        const cause = tooLarge ? 'too_large' : 'unreadable'
        return { kind: 'failure', written: true, cause, detail: 'gzip body' }
      }
    }
    const [contentType = ''] = textHeader(this.#headers['content-type']).split(';')
    return {
      kind: 'response',
      httpStatus: this.#status,
      contentType: contentType.trim().toLowerCase(),
      body: body.toString('utf8'),
    }
  }

  #abandon(cause: FailureCause, detail: string): void {
    this.#fail(cause, detail)
    this.#controller?.abort(new Error(cause))
  }

  #fail(cause: FailureCause, detail: string): void {
    this.#finish({ kind: 'failure', written: this.#controller !== undefined, cause, detail })
  }

  #finish(result: HttpResult | Promise<HttpResult>): void {
    if (this.#settled) return
    this.#settled = true
    clearTimeout(this.#deadline)
    this.#settle(result)
  }
}

/** Codes of Node and of the HTTP library, distinguished only for operators: whether bytes were written decides. */
function causeOf(code: string, written: boolean): FailureCause {
  if (code === 'UND_ERR_DESTROYED' || code === 'UND_ERR_CLOSED') return 'closed'
  if (code.endsWith('_TIMEOUT') || code === 'ETIMEDOUT') return 'timed_out'
  if (!written) return 'connect_failed'
  if (code.startsWith('HPE_')) return 'unreadable'
  return 'reset'
}

function textHeader(value: string | string[] | undefined): string {
  return typeof value === 'string' ? value : (value?.[0] ?? '')
}
