import { sql } from 'kysely'

/** Longer words of a failure are cut: they are read by a person. */
const REASON_CHARACTERS = 300

/** What becomes of a row of an outbox that could not be delivered: due again after `delaySeconds`, or given up for good when undefined. */
export function afterFailure(reason: string, delaySeconds: number | undefined) {
  const last_error = reason.slice(0, REASON_CHARACTERS)
  return delaySeconds === undefined
    ? { given_up_at: sql<Date>`now()`, last_error }
    : { due_at: sql<Date>`now() + ${`${delaySeconds} seconds`}::interval`, last_error }
}
