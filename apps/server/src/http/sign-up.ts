import type { CallReply } from '@strikewise/wire/client.ts'
import { isCommonPassword } from '../identity/common-passwords.ts'
import { CLIENT_ADDRESS_HEADER, COMMON_PASSWORD } from '../identity/identity.ts'
import { ApiFailure } from './api-failure.ts'
import { bucketAllows } from './rate-buckets.ts'
import type { WebParts } from './web-parts.ts'

const HOUR_MS = 3_600_000
const SIGN_UPS_AN_HOUR = 60

/**
 * Makes an account and mails the link that opens it. The answer is the same for an address that has an account already:
 * its owner gets a mail that says so.
 */
export async function signUp(
  { identity, db, publicAddress }: WebParts,
  { name, email, password }: { name: string; email: string; password: string },
  address: string,
): Promise<CallReply<'signup'>> {
  if (!(await bucketAllows(db, `signup ${address}`, SIGN_UPS_AN_HOUR, HOUR_MS)))
    throw new ApiFailure('too_many_requests', 'Too many accounts were made from this address. Try again in an hour.')
  if (isCommonPassword(password)) throw new ApiFailure('invalid_input', `password: ${COMMON_PASSWORD.message}`)
  await identity().api.signUpEmail({
    body: { name, email: email.toLowerCase(), password, callbackURL: `${publicAddress.url}/login?verified=1` },
    headers: new Headers({ [CLIENT_ADDRESS_HEADER]: address }),
  })
  return { ok: true, verification: 'sent' }
}
