/** Asks the person to sign in again; true once they have, false when they would not. */
type TicketAuthor = () => Promise<boolean>

let asker: TicketAuthor | undefined
let asking: Promise<boolean> | undefined

/** Whoever can show the question says so here, and takes it back when it goes. */
export function registerReauthentication(ask: TicketAuthor): () => void {
  asker = ask
  return () => {
    if (asker === ask) asker = undefined
  }
}

/** One question at a time: calls that are refused meanwhile wait for the same answer. */
export function requestReauthentication(): Promise<boolean> {
  asking ??= (asker?.() ?? Promise.resolve(false)).finally(() => {
    asking = undefined
  })
  return asking
}
