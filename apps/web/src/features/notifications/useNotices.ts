import type { NotificationRow } from '@strikewise/wire/alerts.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { noticesQuery } from './queries.ts'

/** The user's notices as far as they were loaded, how many are unread, and marking them as read. */
export function useNotices() {
  const queries = useQueryClient()
  const query = useInfiniteQuery(noticesQuery)
  const read = useMutation({
    mutationFn: (body: { id: number; and_older: boolean }) => api.call('readNotices', { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  })
  return {
    query,
    notices: query.data?.pages.flatMap((page) => page.notices) ?? [],
    unread: query.data?.pages[0]?.unread ?? 0,
    /** Of the unread ones, those that ask for something. */
    needsYou: query.data?.pages[0]?.needs_you ?? 0,
    isMarking: read.isPending,
    markRead: (notice: NotificationRow) => {
      if (!notice.read) read.mutate({ id: notice.id, and_older: false })
    },
    /** Marks `newest` and all before it. */
    markAllRead: (newest: NotificationRow) => read.mutate({ id: newest.id, and_older: true }),
  }
}
