import type { NotificationsReply } from '@strikewise/wire/alerts.ts'
import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { pollUnlessHinted } from '../../lib/stream/poll-intervals.ts'

/** The caller's notices, newest first, page by page; asked again while the page is open. */
export const noticesQuery = infiniteQueryOptions({
  queryKey: ['notices'],
  queryFn: ({ signal, pageParam }: { signal: AbortSignal; pageParam: number | undefined }) =>
    api.call('notices', { signal, query: pageParam === undefined ? {} : { before: pageParam } }),
  initialPageParam: undefined as number | undefined,
  getNextPageParam: (last: NotificationsReply) => last.next ?? undefined,
  ...pollUnlessHinted('notices', 15_000),
})
