import type { LoginBench, LoginReply } from '@strikewise/broker-conformance/login-bench.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { ZERODHA } from '../../src/zerodha/definition.ts'
import type { Sandbox } from './sandbox.ts'

interface Account {
  readonly user_id: string
  readonly password: string
  readonly totp: string
  readonly api_key: string
  readonly api_secret: string
}

/** Kite's login at the sandbox: its page, its exchange of request tokens, and the market's clock. */
export class SandboxLoginBench implements LoginBench {
  readonly broker = ZERODHA
  readonly urls
  readonly keys
  readonly userId: string
  readonly #sandbox: Sandbox

  private constructor(sandbox: Sandbox, account: Account) {
    this.#sandbox = sandbox
    this.urls = ZERODHA.sandboxUrls!(sandbox.url)
    this.userId = account.user_id
    this.keys = { apiKey: new Secret(account.api_key), apiSecret: new Secret(account.api_secret) }
  }

  static async open(sandbox: Sandbox, userId: string): Promise<SandboxLoginBench> {
    return new SandboxLoginBench(sandbox, await sandbox.control<Account>('POST', '/accounts', { user_id: userId }))
  }

  async now(): Promise<EpochMs> {
    const { now } = (await (await fetch(`${this.#sandbox.url}/clock`)).json()) as { now: EpochMs }
    return now
  }

  async logIn(pageUrl: string): Promise<string> {
    const { password, totp } = await this.#sandbox.get<Account>(`/accounts/${this.userId}`)
    return redirectOf(pageUrl, { user_id: this.userId, password, totp })
  }

  cancelLogin(pageUrl: string): Promise<string> {
    return redirectOf(pageUrl, { action: 'cancel' })
  }

  async expireCodes(): Promise<void> {
    await this.#sandbox.control('POST', '/tokens/expire', { account: this.userId })
  }

  refusal(message: string): LoginReply {
    const body = JSON.stringify({ status: 'error', error_type: 'TokenException', message, data: null })
    return { status: 403, contentType: 'application/json', body }
  }

  /** The market's clock skips nights: the last minute of the day is the latest before the end of a token. */
  async passTo(at: EpochMs): Promise<void> {
    const dayBefore = istIso((at - 24 * 3_600_000) as EpochMs).slice(0, 10)
    await this.#jump(`${dayBefore}T15:59+05:30`)
  }

  async passOver(at: EpochMs): Promise<void> {
    await this.#jump(`${istIso(at).slice(0, 10)}T08:20+05:30`)
  }

  async close(): Promise<void> {}

  async #jump(to: string): Promise<void> {
    await this.#sandbox.control('POST', '/clock/jump', { to })
  }
}

async function redirectOf(pageUrl: string, form: Readonly<Record<string, string>>): Promise<string> {
  const answer = await fetch(pageUrl, { method: 'POST', body: new URLSearchParams(form), redirect: 'manual' })
  return answer.headers.get('location') ?? ''
}
