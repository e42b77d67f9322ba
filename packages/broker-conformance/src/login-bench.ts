import type { Revealable } from '@strikewise/domain/text/secret.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { BrokerUrls } from '@strikewise/brokers/broker-account.ts'
import type { BrokerDefinition } from '@strikewise/brokers/broker-definition.ts'
import type { LoginFailure } from '@strikewise/brokers/broker-login.ts'

/** What may happen between the product and the broker while a code is exchanged, and the code it must fail with. */
export const LOGIN_FAULTS = {
  request_lost: 'unavailable', // nothing is exchanged, and no answer comes
  reply_lost: 'unavailable', // the code is exchanged, and no answer comes
  reset: 'unavailable', // the connection breaks before the request arrives
  server_page: 'unavailable', // 502 with a page
  rate_limited_page: 'rate_limited', // 429 with a page of the edge in front of the broker
  page_for_success: 'unreadable', // exchanged, answered 200 with a page
  cut_json: 'unreadable', // exchanged, and the answer is cut in the middle
  other_types: 'unreadable', // exchanged, and no field of the answer is what it should be
} as const satisfies Record<string, LoginFailure['code']>
export type LoginFault = keyof typeof LOGIN_FAULTS

/** What the broker answers instead of a session, in its own protocol. */
export interface LoginReply {
  readonly status: number
  readonly contentType: string
  readonly body: string
}

/** The login of one broker under test: an app with its keys, and the user who owns it at the broker's page. */
export interface LoginBench {
  readonly broker: BrokerDefinition
  readonly urls: BrokerUrls
  readonly keys: { readonly apiKey: Revealable; readonly apiSecret: Revealable }
  /** The user's client id at the broker. */
  readonly userId: string
  /** The broker's clock. */
  now(): Promise<EpochMs>
  /** The user opens the login page and logs in. Resolves with the address that the browser is sent to. */
  logIn(pageUrl: string): Promise<string>
  /** The user opens the login page and cancels. */
  cancelLogin(pageUrl: string): Promise<string>
  /** Ends the life of every code that is not exchanged yet. */
  expireCodes(): Promise<void>
  /** A refusal in the broker's words. */
  refusal(words: string): LoginReply
  /** The broker's clock passes to `at`, or where it skips that instant, to the last one before it. */
  passTo(at: EpochMs): Promise<void>
  /** The broker's clock passes over `at`. */
  passOver(at: EpochMs): Promise<void>
  close(): Promise<void>
}
