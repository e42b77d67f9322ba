import { createRedactor, type Redactor } from '@strikewise/brokers/redact.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'

/**
 * What proves to the broker that a call is the account's: of each kind a value that stands nowhere else. Our own adapter
 * keeps it; the core is handed no secret (`BrokerPort`), and the one way by which one could reach it is the
 * broker's words: this broker repeats in each of them the header it was called with.
 */
export class Login {
  /** As the adapter makes it of the secrets it calls with. */
  readonly redact: Redactor
  readonly #header: string

  constructor(account: string, accessToken = accessTokenOf(account, 0)) {
    const apiKey = apiKeyOf(account)
    this.redact = createRedactor([new Secret(apiKey), new Secret(accessToken)])
    this.#header = `Authorization: token ${apiKey}:${accessToken}`
  }

  /** The broker's words with the header in them. */
  repeatedIn(text: string): string {
    return `${text} (${this.#header})`
  }

  /** The broker's words as they reach the core. */
  redacted(text: string): string {
    return this.redact(this.repeatedIn(text))
  }
}

export function apiKeyOf(account: string): string {
  return `canary-api-key-${account}`
}

/** The token of the account's `login`-th login of the day, from 0. */
export function accessTokenOf(account: string, login: number): string {
  return `canary-access-token-${account}${login === 0 ? '' : `-${login}`}`
}
