import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { LoginFault, LoginReply } from './login-bench.ts'

const PAGE = '<html><body>Bad Gateway</body></html>'
const HTML = 'text/html'
/** Headers of one connection, which are not forwarded. */
const OF_THE_CONNECTION = ['host', 'connection', 'content-length', 'transfer-encoding', 'keep-alive']

/** Stands before a broker's API, whatever its protocol, and lets one fault happen to the next request. */
export class LoginProxy {
  /** What the next request meets: a fault, or an answer that the broker did not give. */
  next: LoginFault | LoginReply | undefined
  readonly #target: string
  readonly #server: Server = createServer((request, response) => void this.#answer(request, response))

  private constructor(target: string) {
    this.#target = target
  }

  /** `target`: the address of the API, which may have a path. */
  static async start(target: string): Promise<LoginProxy> {
    const proxy = new LoginProxy(target)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return
    this.#server.closeAllConnections()
    this.#server.close()
    await once(this.#server, 'close')
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { next } = this
    this.next = undefined
    const write = ({ status, contentType, body }: LoginReply) => {
      response.writeHead(status, { 'content-type': contentType })
      response.end(body)
    }
    if (typeof next === 'object') return write(next)
    switch (next) {
      case 'request_lost':
        return
      case 'reset':
        request.socket.resetAndDestroy()
        return
      case 'server_page':
        return write({ status: 502, contentType: HTML, body: PAGE })
      case 'rate_limited_page':
        return write({ status: 429, contentType: HTML, body: PAGE })
      case undefined:
        return write(await this.#forward(request))
      case 'reply_lost':
        await this.#forward(request)
        return
      case 'page_for_success':
        await this.#forward(request)
        return write({ status: 200, contentType: HTML, body: PAGE })
      case 'cut_json': {
        const reply = await this.#forward(request)
        return write({ ...reply, body: reply.body.slice(0, -8) })
      }
      case 'other_types': {
        const reply = await this.#forward(request)
        return write({ ...reply, body: JSON.stringify(withOtherTypes(JSON.parse(reply.body))) })
      }
    }
  }

  async #forward(request: IncomingMessage): Promise<LoginReply> {
    const { method = 'GET', url = '' } = request
    const headers = Object.entries(request.headers).filter(([name]) => !OF_THE_CONNECTION.includes(name))
    const sent = await text(request)
    const answer = await fetch(`${this.#target}${url}`, {
      method,
      headers: headers as [string, string][],
      ...(sent === '' ? {} : { body: sent }),
    })
    return {
      status: answer.status,
      contentType: answer.headers.get('content-type') ?? '',
      body: await answer.text(),
    }
  }
}

/** The same JSON with its shape and words of status, but each other value of another type. */
function withOtherTypes(value: unknown, depth = 0): unknown {
  if (Array.isArray(value)) return { 0: value.length }
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, withOtherTypes(part, depth + 1)]))
  if (depth < 2) return value
  return typeof value === 'string' ? value.length : String(value)
}
