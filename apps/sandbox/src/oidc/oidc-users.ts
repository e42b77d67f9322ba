import { createHash } from 'node:crypto'

/** A user who signed in at the sandbox's identity provider with the name and email they typed. */
export interface OidcUser {
  readonly subject: string
  readonly name: string
  readonly email: string
}

/** Remembers who signed in. The same email is the same person; the newest name counts. */
export class OidcUsers {
  readonly #bySubject = new Map<string, OidcUser>()

  signIn(name: string, email: string): OidcUser {
    const address = email.toLowerCase()
    const subject = createHash('sha256').update(address).digest('hex').slice(0, 24)
    const user = { subject, name, email: address }
    this.#bySubject.set(subject, user)
    return user
  }

  find(subject: string): OidcUser | undefined {
    return this.#bySubject.get(subject)
  }

  all(): OidcUser[] {
    return [...this.#bySubject.values()]
  }
}
