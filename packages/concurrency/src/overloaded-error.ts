/** Too much of the same work waits already. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError'
}
