import { queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'
import { setClock } from './server-clock.ts'
import { pollUnlessHinted, pollWithoutStream } from './stream/poll-intervals.ts'

/** The caller's own record. Screens read plan, link and settings from here. */
export const meQuery = queryOptions({
  queryKey: ['me'],
  queryFn: ({ signal }) => api.call('me', { signal }),
  ...pollUnlessHinted('account', 30_000),
})

/** What the installation is: sandbox or not, providers, brand, payment note. */
export const configQuery = queryOptions({
  queryKey: ['config'],
  queryFn: ({ signal }) => api.call('config', { signal }),
  staleTime: 300_000,
})

/** The product's clock, read again every 15 s while no stream brings it; between readings the page carries it on. */
export const clockQuery = queryOptions({
  queryKey: ['clock'],
  queryFn: async ({ signal }) => {
    const clock = await api.call('clock', { signal })
    setClock(clock.now, clock.speed)
    return clock
  },
  refetchInterval: pollWithoutStream(15_000),
})

/** How the account is guarded, and where its owner is signed in. */
export const securityQuery = queryOptions({
  queryKey: ['security'],
  queryFn: ({ signal }) => api.call('security', { signal }),
})
