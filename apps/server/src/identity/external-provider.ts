import type { GenericOAuthConfig } from 'better-auth/plugins'
import type { Config } from '../config.ts'
import { authenticationTime } from './authentication-time.ts'

/** The provider of external sign-in, as the library asks for it. Its word on when the person signed in there is noted. */
export function externalProvider(oidc: NonNullable<Config['oidc']>): GenericOAuthConfig {
  return {
    providerId: 'google',
    discoveryUrl: oidc.discoveryUrl,
    clientId: oidc.clientId,
    clientSecret: oidc.clientSecret.reveal(),
    scopes: ['openid', 'email', 'profile'],
    requireIdTokenVerification: true,
    pkce: true,
    mapProfileToUser: (profile) => {
      const facts = authenticationTime.getStore()
      const at: unknown = profile['auth_time']
      if (facts !== undefined && typeof at === 'number') facts.provedAt = new Date(at * 1000)
      return {}
    },
  }
}
