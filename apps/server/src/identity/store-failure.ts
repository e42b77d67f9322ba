import { AsyncLocalStorage } from 'node:async_hooks'
import { isStoreUnavailable } from '../store/store-unavailable.ts'

/** What the store refused during one request of the identity library. */
interface StoreFailure {
  error?: unknown
}

const failures = new AsyncLocalStorage<StoreFailure>()

/**
 * Called with each error the library reports. It answers a 500 of its own for whatever its statements fail with, or that no
 * user is signed in, so the store's refusal would be lost.
 */
export function noteStoreFailure(error: unknown): void {
  const failure = failures.getStore()
  if (failure !== undefined && isStoreUnavailable(error)) failure.error ??= error
}

/** Runs one request of the library. Throws what the store refused where the library failed, as `isFailed` shows of its result. */
export async function withStoreFailure<T>(work: () => Promise<T>, isFailed: (result: T) => boolean): Promise<T> {
  const failure: StoreFailure = {}
  return failures.run(failure, async () => {
    const result = await work().catch((error: unknown) => {
      throw failure.error ?? error
    })
    if (failure.error !== undefined && isFailed(result)) throw failure.error
    return result
  })
}
