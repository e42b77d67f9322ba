/** The code of an error of the store or of the network, of its cause, or of the first of several attempts at one address. */
export function errorCode(error: unknown): string | undefined {
  if (error instanceof AggregateError) return errorCode(error.errors[0])
  if (!(error instanceof Error)) return undefined
  if ('code' in error && typeof error.code === 'string') return error.code
  return errorCode(error.cause)
}
