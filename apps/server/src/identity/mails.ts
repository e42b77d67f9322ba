import type { Insertable } from 'kysely'
import { greeting } from '../outbox/greeting.ts'
import type { Database } from '../store/database.ts'

/** A mail as the outbox takes it; with `html`, the same for programs that show it. */
export type Mail = Pick<Insertable<Database['outbox']>, 'recipient' | 'subject' | 'body' | 'html'>

interface Person {
  readonly name: string
  readonly email: string
}

/** To an address that is not proved yet: nothing in it was typed in by the person who signed up. */
export function signUpMail(email: string, url: string): Mail {
  return mail(email, 'Hello,', 'Verify your email address', [
    'Please confirm that this address is yours by opening this link within one hour:',
    url,
    'If you did not sign up for Strikewise, ignore this message: without the link there is no account.',
  ])
}

export function passwordResetMail(person: Person, url: string): Mail {
  return mail(person.email, greeting(person.name), 'Reset your Strikewise password', [
    'Open this link within one hour to choose a new password:',
    url,
    'If you did not ask for it, ignore this message: your password stays as it is.',
  ])
}

/** Goes out when a person signs up with an address that has an account: the page itself must not tell. */
export function existingAccountMail(person: Person, loginUrl: string): Mail {
  return mail(person.email, greeting(person.name), 'You already have a Strikewise account', [
    'Somebody, probably you, signed up with this address, which already has an account. Log in here, or reset the password there:',
    loginUrl,
    'If it was not you, nothing has changed and there is nothing to do.',
  ])
}

function mail(recipient: string, greeting: string, subject: string, paragraphs: readonly string[]): Mail {
  return { recipient, subject, body: [greeting, ...paragraphs, 'Strikewise'].join('\n\n') }
}
