import { generateKeyPairSync, randomBytes } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import type { JWK, Provider } from 'oidc-provider'
import { cardPage } from '../http/html.ts'
import type { OidcUsers } from './oidc-users.ts'
import { handleInteraction } from './interaction.ts'
import { loadProvider } from './load-provider.ts'
import { MemoryAdapter } from './memory-adapter.ts'

export const OIDC_PATH = '/oidc'
const OIDC_CLIENT = { id: 'strikewise', secret: 'strikewise-sandbox' }

/**
 * An OpenID provider at `<origin>/oidc` with discovery, PKCE and ID tokens that carry name and email. It knows one
 * client, which may be sent back to any path on any loopback port. Returns the handler of everything under `/oidc`.
 */
export async function oidcProvider(
  origin: string,
  users: OidcUsers,
  isDown: () => boolean,
): Promise<(request: IncomingMessage, response: ServerResponse) => void> {
  const { Provider } = await loadProvider()
  const provider = new Provider(`${origin}${OIDC_PATH}`, {
    adapter: MemoryAdapter,
    clients: [
      {
        client_id: OIDC_CLIENT.id,
        client_secret: OIDC_CLIENT.secret,
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
        redirect_uris: ['http://127.0.0.1:8080/api/auth/callback/google'],
      },
    ],
    claims: { openid: ['sub'], profile: ['name', 'given_name'], email: ['email', 'email_verified'] },
    // Puts name and email into the ID token itself, as the big providers do.
    conformIdTokenClaims: false,
    pkce: { required: () => false },
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: true } },
    cookies: { keys: [randomBytes(32).toString('hex')] },
    jwks: { keys: [signingKey()] },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 300,
      Grant: 86_400,
      IdToken: 3600,
      Interaction: 3600,
      Session: 86_400,
    },
    renderError: (ctx, out) => {
      const text = [out.error, out.error_description].filter(Boolean).join(': ')
      ctx.type = 'html'
      ctx.body = cardPage('Sign-in', `<h1>This sign-in cannot go on</h1><p class="error">${escapeHtml(text)}</p>`)
    },
    interactions: { url: (_ctx, interaction) => `${OIDC_PATH}/interaction/${interaction.uid}` },
    // What the person agrees to is decided by the test at hand, not asked: a grant for all that was requested.
    loadExistingGrant: async (ctx) => {
      const { client, session, params } = ctx.oidc
      const grant = new ctx.oidc.provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! })
      grant.addOIDCScope(typeof params?.['scope'] === 'string' ? params['scope'] : 'openid')
      await grant.save()
      return grant
    },
    findAccount: (_ctx, subject) => {
      const user = users.find(subject)
      if (user === undefined) return undefined
      return {
        accountId: subject,
        claims: () => ({
          sub: subject,
          name: user.name,
          given_name: user.name.split(' ')[0],
          email: user.email,
          email_verified: true,
        }),
      }
    },
  })
  allowLoopback(provider)

  const answer = provider.callback()
  return (request, response) => {
    if (isDown()) {
      response.writeHead(503, { 'content-type': 'text/plain' }).end('The identity provider is down (sandbox fault).\n')
      return
    }
    if (request.url?.startsWith(`${OIDC_PATH}/interaction/`)) {
      handleInteraction(provider, users, request, response)
      return
    }
    // The provider finds its mount path by comparing these two, as it does below an Express app.
    Object.assign(request, { originalUrl: request.url })
    request.url = request.url?.slice(OIDC_PATH.length) || '/'
    void answer(request, response)
  }
}

function signingKey(): JWK {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return { ...privateKey.export({ format: 'jwk' }), kty: 'RSA', use: 'sig', alg: 'RS256', kid: 'sandbox' }
}

/** Any http address on this machine may be a redirect URI: the product's port is not known beforehand. */
function allowLoopback(provider: Provider): void {
  const isLoopback = (uri: string) =>
    URL.canParse(uri) && ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(uri).hostname)
  Object.assign(provider.Client.prototype, {
    redirectUriAllowed: isLoopback,
    postLogoutRedirectUriAllowed: isLoopback,
  })
}
