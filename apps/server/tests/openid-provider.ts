import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import Provider from 'oidc-provider'

/** A real OpenID provider whose visitor is always `oidcUser`, and consents to everything. */
export interface OpenIdProvider {
  readonly discoveryUrl: string
  oidcUser: { sub: string; email: string; name: string | undefined; verified: boolean }
  stop(): Promise<void>
}

/** Starts a provider on `port`; 0: on any that is free. */
export async function startOpenIdProvider(port = 0): Promise<OpenIdProvider> {
  const server: Server = createServer().listen(port, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const state: OpenIdProvider = {
    discoveryUrl: `${issuer}/.well-known/openid-configuration`,
    oidcUser: { sub: 'unset', email: 'unset@example.com', name: 'Unset', verified: true },
    stop: () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections()),
  }
  const oidc = new Provider(issuer, {
    clients: [
      {
        client_id: 'strikewise',
        client_secret: 'strikewise-sandbox',
        // The product's port is not known yet: any loopback one will do.
        redirect_uris: ['http://localhost/api/auth/callback/google'],
        token_endpoint_auth_method: 'client_secret_post',
        application_type: 'native',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name'] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, sub) => ({
      accountId: sub,
      claims: () => ({
        sub,
        email: state.oidcUser.email,
        email_verified: state.oidcUser.verified,
        name: state.oidcUser.name,
      }),
    }),
  })
  const interact = async (request: IncomingMessage, response: ServerResponse) => {
    const details = await oidc.interactionDetails(request, response)
    const grant = new oidc.Grant({ accountId: state.oidcUser.sub, clientId: 'strikewise' })
    grant.addOIDCScope('openid email profile')
    const result =
      details.prompt.name === 'login'
        ? { login: { accountId: state.oidcUser.sub } }
        : { consent: { grantId: await grant.save() } }
    await oidc.interactionFinished(request, response, result, { mergeWithLastSubmission: true })
  }
  const serve = oidc.callback()
  server.on('request', (request, response) => {
    if (request.url?.startsWith('/interaction/')) void interact(request, response)
    else void serve(request, response)
  })
  return state
}
