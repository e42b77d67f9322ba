import { Secret } from '@strikewise/domain/text/secret.ts'

/** Why a redirected address cannot log in. */
export type RedirectProblem =
  | 'empty'
  | 'not_a_url'
  | 'login_failed' // the broker shows the login did not succeed
  | 'request_token_missing'
  | 'request_token_malformed'

export type Redirect =
  | {
      readonly ok: true
      /** Good once and for a few minutes. */
      readonly requestToken: Secret
      /** What we sent along; null when it did not come back. Compare it with the session's own. */
      readonly state: string | null
    }
  | { readonly ok: false; readonly code: RedirectProblem }

/** Far above any real one; longer texts are not worth parsing. */
const MAX_LENGTH = 4096

/**
 * Reads the address the broker sent the user back to, from the callback or as pasted. It is parsed, never fetched, and
 * its query is read by name: the order of its parameters varies. A pasted address may lack its scheme.
 */
export function parseRedirect(text: string): Redirect {
  const trimmed = text.trim()
  if (trimmed === '') return { ok: false, code: 'empty' }
  const url = trimmed.length > MAX_LENGTH ? null : URL.parse(trimmed.includes('://') ? trimmed : `http://${trimmed}`)
  if (url === null) return { ok: false, code: 'not_a_url' }
  const status = url.searchParams.get('status')
  if (status !== null && status !== 'success') return { ok: false, code: 'login_failed' }
  const [token, ...others] = url.searchParams.getAll('request_token')
  if (token === undefined || token === '') return { ok: false, code: 'request_token_missing' }
  if (others.length > 0 || !/^[A-Za-z0-9]{8,64}$/.test(token)) return { ok: false, code: 'request_token_malformed' }
  return { ok: true, requestToken: new Secret(token), state: url.searchParams.get('state') }
}
