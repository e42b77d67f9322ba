import type { Paise } from '@strikewise/domain/money/paise.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'
import { MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { LoginBench, LoginReply } from '../../src/login-bench.ts'
import { NIMBUS } from './nimbus-definition.ts'
import { fault, NimbusServer } from './nimbus-server.ts'
import { APP } from './nimbus-sessions.ts'

/** The made-up broker's login at its server, over real HTTP. */
export class NimbusLoginBench implements LoginBench {
  readonly broker = NIMBUS
  readonly keys = { apiKey: new Secret(APP.client), apiSecret: new Secret(APP.secret) }
  readonly userId = APP.owner
  readonly urls
  readonly #server: NimbusServer

  private constructor(server: NimbusServer, url: string) {
    this.#server = server
    this.urls = { apiUrl: url, tickerUrl: url, loginUrl: `${url}/login` }
  }

  static async open(): Promise<NimbusLoginBench> {
    const server = new NimbusServer()
    return new NimbusLoginBench(server, await server.start(0 as Paise, 0 as Paise))
  }

  async now(): Promise<EpochMs> {
    return this.#server.now()
  }

  logIn(pageUrl: string): Promise<string> {
    return redirectOf(pageUrl)
  }

  cancelLogin(pageUrl: string): Promise<string> {
    return redirectOf(`${pageUrl}&cancel=1`)
  }

  async expireCodes(): Promise<void> {
    this.#server.skip(MINUTE_MS)
  }

  refusal(words: string): LoginReply {
    const { status, body } = fault(403, 'NOT_ALLOWED', words)
    return { status, contentType: 'application/json', body: JSON.stringify(body) }
  }

  async passTo(at: EpochMs): Promise<void> {
    this.#server.skip(at - this.#server.now())
  }

  passOver(at: EpochMs): Promise<void> {
    return this.passTo((at + 1) as EpochMs)
  }

  close(): Promise<void> {
    return this.#server.close()
  }
}

async function redirectOf(pageUrl: string): Promise<string> {
  const { headers } = await fetch(pageUrl, { redirect: 'manual' })
  return headers.get('location') ?? ''
}
