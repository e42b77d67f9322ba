import type { OrderCall } from '@strikewise/domain/instruments/order-terms.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createKiteClient } from '@strikewise/kite/rest/client.ts'
import { startSandbox } from '../../../../scripts/dev-stack.ts'

/** One entry of the exchange's log, as far as a bench looks at it. */
export interface LogEntry {
  readonly seq: number
  readonly accountId: string | null
  readonly type: string
  readonly call?: OrderCall
  readonly request?: { readonly tag: string | null }
}

/** The sandbox as a program of its own, with its controls. */
export class Sandbox {
  readonly url: string
  readonly #program: { stop(): Promise<void> }
  readonly #data: string
  #log: LogEntry[] = []
  #seq = 0
  #accounts = 0

  private constructor(url: string, program: { stop(): Promise<void> }, data: string) {
    this.url = url
    this.#program = program
    this.#data = data
  }

  static async start(args: readonly string[]): Promise<Sandbox> {
    const data = mkdtempSync(join(tmpdir(), 'strikewise-broker-'))
    const { http, program } = await startSandbox({ data }, ['--port', '0', '--smtp-port', '0', ...args])
    return new Sandbox(http, program, data)
  }

  async get<T>(path: string): Promise<T> {
    return this.#answer<T>(await fetch(`${this.url}/sandbox${path}`))
  }

  async control<T>(method: 'POST' | 'DELETE', path: string, body: object = {}): Promise<T> {
    const headers = { 'content-type': 'application/json' }
    const sent = method === 'DELETE' ? {} : { headers, body: JSON.stringify(body) }
    return this.#answer<T>(await fetch(`${this.url}/sandbox${path}`, { method, ...sent }))
  }

  /** Opens an account with `rupees` and logs it in. */
  async openAccount(rupees: number): Promise<{ userId: string; apiKey: string; accessToken: string }> {
    this.#accounts += 1
    const userId = `BC${1000 + this.#accounts}`
    const account = await this.control<{ api_key: string; api_secret: string }>('POST', '/accounts', {
      user_id: userId,
      cash: rupees,
    })
    const { request_token } = await this.control<{ request_token: string }>('POST', `/accounts/${userId}/login`)
    const client = createKiteClient({ rootUrl: `${this.url}/kite`, apiKey: account.api_key, accessToken: () => '' })
    try {
      const session = await client.createSession(request_token, account.api_secret)
      if (!session.ok) throw new Error(session.message)
      return { userId, apiKey: account.api_key, accessToken: session.value.accessToken.reveal() }
    } finally {
      await client.close()
    }
  }

  /** What the exchange's log shows of one account, oldest first. */
  async logOf(userId: string): Promise<readonly LogEntry[]> {
    for (;;) {
      const { entries } = await this.get<{ entries: LogEntry[] }>(`/log?after=${this.#seq}`)
      if (entries.length === 0) return this.#log.filter(({ accountId }) => accountId === userId)
      this.#log = [...this.#log, ...entries]
      this.#seq = entries.at(-1)!.seq
    }
  }

  async stop(): Promise<void> {
    await this.#program.stop()
    rmSync(this.#data, { recursive: true, force: true })
  }

  async #answer<T>(response: Response): Promise<T> {
    if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`)
    return (await response.json()) as T
  }
}
