// @invariant fresh-sign-in What an unattended screen must not do asks for a fresh sign-in.
import { DomainError } from '../domain-error.ts'
import type { Caller } from './caller.ts'

/** How long after signing in a session may do what an unattended screen must not. */
const FRESH_MS = 15 * 60_000

/** How long after signing in a session may send tickets in a live account: a trading day. */
const TRADING_DAY_MS = 12 * 60 * 60_000

/**
 * Lets pass a caller who signed in for this trading day: a manual order with real money. It is bounded by limits that took a fresh
 * sign-in themselves, and asking every quarter of an hour would lose the price. Throws DomainError `sign_in_again`.
 */
export function requireSignInToday({ signedInAt }: Caller): void {
  if (Date.now() - signedInAt <= TRADING_DAY_MS) return
  throw new DomainError({ code: 'problem.sign_in_again' })
}

/**
 * Lets pass a caller who proved lately that it is them: broker keys, the first link, releasing a stop, and whatever loosens:
 * arming, more lots, a wider stop, looser limits, a chat, a nominee. Tightening never asks. Proving it again is signing in again, with the second factor where there is one, so the session that goes on has a new id.
 *
 * Throws ApiFailure `sign_in_again`.
 */
export function requireFreshSignIn({ signedInAt }: Caller): void {
  if (Date.now() - signedInAt <= FRESH_MS) return
  throw new DomainError({ code: 'problem.sign_in_again' })
}
