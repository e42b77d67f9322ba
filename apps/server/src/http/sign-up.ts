import { Semaphore } from '@strikewise/concurrency/semaphore.ts'
import { HOUR_MS } from '@strikewise/domain/time/ist.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { CallReply } from '@strikewise/wire/client.ts'
import { existingAccountMail, signUpMail } from '../identity/mails.ts'
import { withMinDuration } from '../identity/min-duration.ts'
import { hashPassword } from '../identity/password-hash.ts'
import { passwordProblem } from '../identity/password-rules.ts'
import { isOwnPassword, storeSignUp, LINK_HOURS, openSignUp, signUpOf } from '../accounts/sign-ups.ts'
import { enqueueMail } from '../outbox/outbox.ts'
import { DomainError, fieldFailure } from '../domain-error.ts'
import { addressBlock } from '../rate-limits/client-address.ts'
import { canSendMail } from './mail-rate-limit.ts'
import { takeFromBucket } from '../rate-limits/rate-buckets.ts'
import type { WebDependencies } from './web-dependencies.ts'
const SIGN_UPS_AN_HOUR = 60
const MIN_DURATION_MS = 500

/** A crowd of sign-ups must not keep those who sign in waiting: fewer wait than the hash itself would let. */
const crowd = new Semaphore(2, { maxWaiting: 16 })

interface SignUpForm {
  readonly name: string
  readonly email: string
  readonly password: string
  readonly language?: Language | undefined
}

/**
 * Keeps a sign-up and mails the link that opens it; there is no account, and no password that works, before. The answer and
 * its time are the same for an address that has an account already: its owner gets a mail that reports it.
 */
export async function signUp(
  { db, bus, publicAddress }: WebDependencies,
  { name, email: typed, password, language }: SignUpForm,
  address: string,
): Promise<CallReply<'signup'>> {
  if (!(await takeFromBucket(db, `signup ${addressBlock(address)}`, SIGN_UPS_AN_HOUR, HOUR_MS)))
    throw new DomainError({ code: 'problem.too_many_requests.sign_ups', minutes: 60 })
  const email = typed.toLowerCase()
  refuseWeak(password, { name, email })
  await withMinDuration(MIN_DURATION_MS, async () => {
    const passwordHash = await crowd.run(() => hashPassword(password))
    if (!(await canSendMail(db, email))) return
    const account = await db
      .selectFrom('identity_users')
      .select(['name', 'language'])
      .where('email', '=', email)
      .where('emailVerified', '=', true)
      .executeTakeFirst()
    if (account === undefined) {
      const token = await storeSignUp(db, { name, email, passwordHash, language: language ?? null })
      await enqueueMail(
        db,
        signUpMail(email, language ?? null, `${publicAddress.url}/confirm-email?token=${token}`, LINK_HOURS),
      )
    } else await enqueueMail(db, existingAccountMail({ ...account, email }, `${publicAddress.url}/login`))
    bus.publish('outbox', null)
  })
  return { ok: true, verification: 'sent' }
}

/**
 * Opens the account of a mailed link. The password of the sign-up has to be typed in again: another person may have chosen
 * it. With `replace` the password given here counts, and the account asks for the terms, which that person agreed to.
 *
 * Throws ApiFailure `sign_up_link_over`, `password_differs`, `account_open`.
 */
export async function confirmSignUp(
  { db, bus, clock, signInLimits }: WebDependencies,
  { token, password, replace }: { token: string; password: string; replace: boolean },
): Promise<CallReply<'confirmSignup'>> {
  const pending = await signUpOf(db, token)
  if (pending === undefined) throw new DomainError({ code: 'problem.sign_up_link_over' })
  const userDb = await isOwnPassword(pending, password)
  if (!userDb && !replace) throw new DomainError({ code: 'problem.password_differs' })
  if (!userDb) refuseWeak(password, { name: '', email: pending.email })
  const signed = userDb ? pending : { ...pending, passwordHash: await hashPassword(password) }
  const id = await db.transaction().execute((tx) => openSignUp(tx, signed, userDb, clock.now()))
  if (id === undefined) throw new DomainError({ code: 'problem.account_open' })
  await signInLimits.clear(id)
  bus.publish(`account.${id}`, null)
  return { ok: true, email: pending.email }
}

function refuseWeak(password: string, owner: { name: string; email: string }): void {
  const fault = passwordProblem(password, owner)
  if (fault !== undefined) throw fieldFailure('password', fault)
}
