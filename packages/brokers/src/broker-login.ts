import type { Revealable, Secret } from '@strikewise/domain/text/secret.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'

/** Who logged in, and the token of the day. */
export interface BrokerSession {
  /** The client id at the broker. */
  readonly userId: string
  readonly apiKey: string
  readonly accessToken: Secret
  readonly loginAt: EpochMs
  /** Whether the account may trade index options. */
  readonly tradesOptions: boolean
}

/** Why there is no session. `refused`: the broker's own words say why. */
export type LoginFailure = {
  readonly ok: false
  readonly code: 'rate_limited' | 'unavailable' | 'unreadable' | 'refused'
  readonly message: string
}

/** The address the broker sent its user back to. `failed`: the broker says that the login did not succeed. */
export type LoginRedirect =
  | { readonly ok: true; readonly requestToken: Secret; readonly state: string | null }
  | { readonly ok: false; readonly failed: boolean }

/** How a user's login becomes an access token. */
export interface BrokerLogin {
  /** The broker's login page for the app with `apiKey`; `state` comes back on the redirect. */
  pageUrl(loginUrl: string, apiKey: string, state: string): string
  /** Reads the redirect as the browser brought it or the user pasted it. Never throws. */
  parseRedirect(address: string): LoginRedirect
  /** Trades the request token for the access token. Never throws for what the broker answers. */
  openSession(
    apiUrl: string,
    keys: { readonly apiKey: Revealable; readonly apiSecret: Revealable },
    requestToken: Revealable,
  ): Promise<{ readonly ok: true; readonly value: BrokerSession } | LoginFailure>
}
