import { infiniteQueryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { pollUnlessHinted } from '../../lib/stream/poll-intervals.ts'

const PAGE = 100

/** Decisions of a day that did not become the user's trades, newest first: when the stream shows that there is another, or every 10 s. */
export const refusalsQuery = (uid: string, date: string) =>
  infiniteQueryOptions({
    queryKey: ['entry_refusals', uid, date],
    queryFn: ({ signal, pageParam }) =>
      api.call('entryRefusals', {
        query: { uid, date, limit: PAGE, ...(pageParam === null ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.next,
    select: ({ pages }) => pages.flatMap((page) => page.refusals),
    ...pollUnlessHinted('refusals', 10_000),
    retry: false,
  })
