import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

const POLL_MS = 5 * 60_000

/** What the operators announce to the caller: read with the page, every five minutes, and when the page is in view again. */
export const announcementsQuery = queryOptions({
  queryKey: ['announcements'],
  queryFn: ({ signal }) => api.call('announcements', { signal }),
  refetchInterval: POLL_MS,
})
