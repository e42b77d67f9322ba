import type { NotificationRow } from '@strikewise/wire/alerts.ts'
import type { ListedAnnouncement } from '@strikewise/wire/announcements.ts'
import { useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { bellEntries } from './bell-entries.ts'
import { noticesQuery } from './queries.ts'

/** The user's notices as far as they were loaded with the announcements among them, how many are unread, and marking them as read. */
export function useNotices() {
  const queries = useQueryClient()
  const query = useInfiniteQuery(noticesQuery)
  const read = useMutation({
    mutationFn: (body: { id: number; and_older: boolean }) => api.call('readNotices', { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  })
  const readAnnouncements = useMutation({
    mutationFn: (ids: number[]) => api.call('readAnnouncements', { body: { ids } }),
    onSettled: () => queries.invalidateQueries({ queryKey: noticesQuery.queryKey }),
  })
  const notices = query.data?.pages.flatMap((page) => page.notices) ?? []
  const announcements = query.data?.pages[0]?.announcements ?? []
  const unreadAnnouncements = announcements.filter((one) => !one.read).map(({ id }) => id)
  return {
    query,
    entries: bellEntries(notices, announcements, query.hasNextPage),
    unread: query.data?.pages[0]?.unread ?? 0,
    /** Of the unread ones, those that ask for something. */
    needsYou: query.data?.pages[0]?.needs_you ?? 0,
    isMarking: read.isPending || readAnnouncements.isPending,
    markRead: (notice: NotificationRow) => {
      if (!notice.read) read.mutate({ id: notice.id, and_older: false })
    },
    markAnnouncementRead: ({ id }: ListedAnnouncement) => readAnnouncements.mutate([id]),
    /** Marks the newest notice and all before it, and the announcements. */
    markAllRead: () => {
      const newest = notices[0]
      if (newest !== undefined) read.mutate({ id: newest.id, and_older: true })
      if (unreadAnnouncements.length > 0) readAnnouncements.mutate(unreadAnnouncements)
    },
  }
}
