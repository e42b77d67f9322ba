import { errorCode } from './error-code.ts'

/**
 * The store did not take the work, or took it back: no connection (class 08, the network's codes), no room (53), ended by its
 * operator or by a time limit (57, of statements and locks and of transactions that wait).
 */
const CODES =
  /^(?:08\w{3}|53\w{3}|57014|57P0\w|55P03|25P0[34]|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/

/** What pool and client report without a code: `store-busy.test.ts` meets them. */
const TEXTS: readonly RegExp[] = [
  /^timeout exceeded when trying to connect$/,
  /^timeout expired$/,
  /^Connection terminated/,
  /^Cannot use a pool after calling end on the pool$/,
  /^Client (?:has encountered a connection error|was closed) and is not queryable$/,
  /^the store has been silent for /,
]

/** Whether an error shows that the store is full or away, which time mends; a statement of ours that is wrong is none. */
export function isStoreUnavailable(error: unknown): boolean {
  if (error instanceof AggregateError) return error.errors.some(isStoreUnavailable)
  if (!(error instanceof Error)) return false
  const code = errorCode(error)
  if (code !== undefined && CODES.test(code)) return true
  return TEXTS.some((text) => text.test(error.message)) || isStoreUnavailable(error.cause)
}
