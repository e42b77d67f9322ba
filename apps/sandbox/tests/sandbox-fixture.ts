import { createHash } from 'node:crypto'
import { startSandbox, type Sandbox } from '../src/sandbox.ts'
import type { SandboxOptions } from '../src/options.ts'
import { epochFromIstText } from '@strikewise/domain/time/ist.ts'

/** An account as `GET /sandbox/accounts` shows it: what tests need of it. */
export interface ShownAccount {
  readonly user_id: string
  readonly password: string
  readonly totp: string
  readonly api_key: string
  readonly api_secret: string
  readonly redirect_url: string
  readonly cash: number
}

export interface Answer {
  readonly status: number
  readonly body: { status?: string; message?: string; error_type?: string; data?: unknown }
}

/** A sandbox on free ports with what tests do to it. Close it with `await using` or `close()`. */
export class SandboxFixture {
  readonly sandbox: Sandbox

  constructor(sandbox: Sandbox) {
    this.sandbox = sandbox
  }

  /** Seed and morning are the tests' own: what a newcomer's start shows may change without them. */
  static async start(options: Partial<SandboxOptions> & { startText?: string } = {}): Promise<SandboxFixture> {
    const { startText = '2026-09-16 09:27:00', ...rest } = options
    const start = rest.replay === undefined ? epochFromIstText(startText) : null
    return new SandboxFixture(await startSandbox({ port: 0, smtpPort: 0, seed: '1', start, ...rest }))
  }

  get url(): string {
    return this.sandbox.url
  }

  async get<T>(path: string): Promise<T> {
    const response = await fetch(this.url + path)
    if (!response.ok) throw new Error(`GET ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

  /** A control call: `control('POST', '/clock/jump', { minutes: 5 })`. */
  async control<T>(method: 'POST' | 'PUT' | 'DELETE', path: string, body: object = {}): Promise<T> {
    const response = await fetch(`${this.url}/sandbox${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'DELETE' ? {} : { body: JSON.stringify(body) }),
    })
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }

  account(userId = 'SW1001'): Promise<ShownAccount> {
    return this.get(`/sandbox/accounts/${userId}`)
  }

  /** Signs an account in and returns a client of its broker API. */
  async login(userId = 'SW1001'): Promise<BrokerClient> {
    const account = await this.account(userId)
    const { request_token } = await this.control<{ request_token: string }>('POST', `/accounts/${userId}/login`)
    const session = await this.session(account, request_token)
    if (session.status !== 200) throw new Error(`login of ${userId}: ${session.body.message}`)
    return new BrokerClient(this.url, account, (session.body.data as { access_token: string }).access_token)
  }

  session(account: ShownAccount, requestToken: string): Promise<Answer> {
    const { api_key, api_secret } = account
    const checksum = createHash('sha256')
      .update(api_key + requestToken + api_secret)
      .digest('hex')
    return this.exchangeToken({ api_key, request_token: requestToken, checksum })
  }

  async exchangeToken(form: Record<string, string>): Promise<Answer> {
    const response = await fetch(`${this.url}/kite/session/token`, {
      method: 'POST',
      headers: { 'x-kite-version': '3' },
      body: new URLSearchParams(form),
    })
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.sandbox.close()
  }
}

/** Raw calls of the broker's API for one logged-in account. */
export class BrokerClient {
  readonly account: ShownAccount
  readonly accessToken: string
  readonly #root: string

  constructor(url: string, account: ShownAccount, accessToken: string) {
    this.#root = `${url}/kite`
    this.account = account
    this.accessToken = accessToken
  }

  async call(
    method: string,
    path: string,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const response = await this.raw(method, path, form, headers)
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }

  raw(
    method: string,
    path: string,
    form?: Record<string, string>,
    headers: Record<string, string> = {},
  ): Promise<Response> {
    return fetch(this.#root + path, {
      method,
      headers: {
        'x-kite-version': '3',
        authorization: `token ${this.account.api_key}:${this.accessToken}`,
        ...headers,
      },
      ...(form === undefined ? {} : { body: new URLSearchParams(form) }),
    })
  }

  /** The `data` of a call that must succeed. */
  async data<T>(method: string, path: string, form?: Record<string, string>): Promise<T> {
    const answer = await this.call(method, path, form)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${answer.body.message}`)
    return answer.body.data as T
  }
}
