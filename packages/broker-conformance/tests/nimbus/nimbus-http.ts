import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

export interface HttpReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

export type HttpResult = { readonly sent: false } | { readonly sent: true; readonly reply: HttpReply | undefined }

export interface HttpCall {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  /** Asked right before the first byte leaves; false: nothing does. */
  readonly guard?: () => boolean
}

/** Keeps connections and answers each call once: with the reply, with none, or that it was never sent. */
export class HttpCaller {
  readonly #agent: Agent
  readonly #url: string
  readonly #token: (() => string) | undefined
  readonly #timeoutMs: number

  /** `token`: of the calls; undefined: they carry none. */
  constructor(url: string, token: (() => string) | undefined, timeoutMs: number, maxSockets: number) {
    this.#url = url
    this.#token = token
    this.#timeoutMs = timeoutMs
    this.#agent = new Agent({ keepAlive: true, maxSockets })
  }

  call({ method, path, body, guard = () => true }: HttpCall): Promise<HttpResult> {
    const { promise, resolve } = Promise.withResolvers<HttpResult>()
    let sent = false
    let isAnswered = false
    const request = httpRequest(`${this.#url}${path}`, {
      agent: this.#agent,
      method,
      headers: {
        ...(this.#token === undefined ? {} : { authorization: `Bearer ${this.#token()}` }),
        'content-type': 'application/json',
      },
    })
    const deadline = setTimeout(() => request.destroy(), this.#timeoutMs)
    const end = (result: HttpResult) => {
      clearTimeout(deadline)
      resolve(result)
    }
    const write = () => {
      sent = guard()
      if (sent) request.end(body === undefined ? undefined : JSON.stringify(body))
      else request.destroy()
    }
    request.on('socket', (socket) => {
      if (socket.connecting) socket.once('connect', write)
      else write()
    })
    request.on('response', (response: IncomingMessage) => {
      isAnswered = true
      text(response).then(
        (body) =>
          end({
            sent: true,
            reply: { status: response.statusCode ?? 0, contentType: response.headers['content-type'] ?? '', body },
          }),
        () => end({ sent: true, reply: undefined }),
      )
    })
    // What is known of the call is said on close.
    request.on('error', () => undefined)
    request.on('close', () => {
      if (!isAnswered) end(sent ? { sent: true, reply: undefined } : { sent: false })
    })
    return promise
  }

  close(): void {
    this.#agent.destroy()
  }
}
