/** Asks the person to sign in again; true once they have, false when they would not. */
type TicketAuthor = () => Promise<boolean>

let asker: TicketAuthor | undefined
let asking: Promise<boolean> | undefined

/** The component that can show the question registers here, and unregisters when it unmounts. */
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
