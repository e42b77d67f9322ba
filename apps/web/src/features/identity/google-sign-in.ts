import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg, t } from '@lingui/core/macro'

/** What a failed external sign-in left behind. */
export interface ExternalFailure {
  readonly code?: string | undefined
  readonly message?: string | undefined
}

const TEXTS: Readonly<Record<string, MessageDescriptor>> = {
  popup_blocked: msg`Popup blocked by the browser. Switching to redirect…`,
  popup_not_supported: msg`This browser blocks popups. Using redirect flow…`,
  invalid_origin: msg`This domain is not authorized for external sign-in. Add it to the trusted origins of the service.`,
  unauthorized_domain: msg`This domain is not authorized for external sign-in. Add it to the trusted origins of the service.`,
  origin_mismatch: msg`Origin mismatch in Google OAuth (add your https origin).`,
  redirect_uri_mismatch: msg`Redirect URI mismatch in Google OAuth.`,
  account_not_linked: msg`This email address already has an account. Log in with its password, or reset it; after that Google works too.`,
}

/** The words for a failed external sign-in (specification §8). Codes are compared without case. */
export function externalFailureText({ code, message }: ExternalFailure): string {
  const known = code === undefined ? undefined : TEXTS[code.toLowerCase()]
  if (known !== undefined) return i18n._(known)
  return message !== undefined && message !== '' ? message : t`Google sign-in failed. Try again.`
}

/** What the sign-in needs of the identity SDK. */
export interface ExternalSignIn {
  readonly popup: () => Promise<{ error: ExternalFailure | null }>
  /** Leaves the page on success. */
  readonly redirect: () => Promise<{ error: ExternalFailure | null }>
}

export type ExternalOutcome = 'signed_in' | 'leaving' | 'failed'

/** Popup first; any failure of it is shown and followed by the redirect flow. */
export async function signInWithGoogle(flow: ExternalSignIn, say: (text: string) => void): Promise<ExternalOutcome> {
  const popup = await attempt(flow.popup, { code: 'popup_not_supported' })
  if (popup === null) return 'signed_in'
  say(externalFailureText(popup))
  const redirect = await attempt(flow.redirect, {})
  if (redirect === null) return 'leaving'
  say(externalFailureText(redirect))
  return 'failed'
}

async function attempt(
  step: () => Promise<{ error: ExternalFailure | null }>,
  thrown: ExternalFailure,
): Promise<ExternalFailure | null> {
  try {
    return (await step()).error
  } catch (error) {
    console.error('external sign-in step failed', error)
    return thrown
  }
}
