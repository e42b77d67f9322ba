import { backoffMs, type Backoff } from '@strikewise/concurrency/backoff.ts'
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from '@strikewise/wire/api-error.ts'
import { sessionEnded } from './session.ts'
import { STALE_MS } from './stream/poll-intervals.ts'

/** Half is drawn: the pages that a failing server refused together come back apart, and not at once. */
const RETRY: Backoff = { firstMs: 500, factor: 2, maxMs: 4000, jitter: 0.5 }

/**
 * Server state of the signed-in screens. Answers keep the objects that did not change (structural sharing), so
 * rows of polled tables skip rendering. A refusal (4xx) is an answer and is not asked again.
 */
export const queryClient = new QueryClient({
  queryCache: new QueryCache({
    onError(error, query) {
      if (error instanceof ApiError && error.status === 401) sessionEnded({ ended: error.code })
      readFeaturesAgain(error)
      console.error(`${String(query.queryKey[0])} could not be read`, error)
    },
  }),
  mutationCache: new MutationCache({ onError: readFeaturesAgain }),
  defaultOptions: {
    queries: {
      staleTime: STALE_MS,
      retry: (failures, error) =>
        failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500),
      retryDelay: (failures) => backoffMs(RETRY, failures, Math.random()),
    },
  },
})

/** A feature was switched off since the page read the record of the account: what it shows of that is to follow. */
function readFeaturesAgain(error: unknown): void {
  if (error instanceof ApiError && error.code === 'feature_off')
    void queryClient.invalidateQueries({ queryKey: ['me'] })
}
