import { createHash } from 'node:crypto'

/** Somebody who signed in at the sandbox's identity provider with the name and email they typed. */
export interface Person {
  readonly subject: string
  readonly name: string
  readonly email: string
}

/** Remembers who signed in. The same email is the same person; the newest name counts. */
export class People {
  readonly #bySubject = new Map<string, Person>()

  signIn(name: string, email: string): Person {
    const address = email.toLowerCase()
    const subject = createHash('sha256').update(address).digest('hex').slice(0, 24)
    const person = { subject, name, email: address }
    this.#bySubject.set(subject, person)
    return person
  }

  find(subject: string): Person | undefined {
    return this.#bySubject.get(subject)
  }

  all(): Person[] {
    return [...this.#bySubject.values()]
  }
}
