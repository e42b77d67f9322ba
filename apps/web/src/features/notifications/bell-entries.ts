import type { NotificationRow } from '@strikewise/wire/alerts.ts'
import type { ListedAnnouncement } from '@strikewise/wire/announcements.ts'
import { epochOf } from '../../lib/ist-format.ts'

/** One entry of the bell's list. */
export type BellEntry =
  | { readonly type: 'notice'; readonly notice: NotificationRow }
  | { readonly type: 'announcement'; readonly announcement: ListedAnnouncement }

/**
 * Notices and announcements in one list, the newest first. `hasMore`: older notices were not loaded yet; announcements that are
 * older than those loaded wait for them.
 */
export function bellEntries(
  notices: readonly NotificationRow[],
  announcements: readonly ListedAnnouncement[],
  hasMore: boolean,
): BellEntry[] {
  const oldest = hasMore ? timeOf(notices.at(-1)) : Number.NEGATIVE_INFINITY
  const entries = [
    ...notices.map((notice) => ({ type: 'notice', notice, at: timeOf(notice) }) as const),
    ...announcements
      .map((announcement) => ({ type: 'announcement', announcement, at: timeOf(announcement) }) as const)
      .filter(({ at }) => at >= oldest),
  ]
  // Stable: notices stay in the order of the server.
  return entries.toSorted((a, b) => b.at - a.at)
}

function timeOf(row: { readonly at: string } | undefined): number {
  return (row && epochOf(row.at)) ?? Number.NEGATIVE_INFINITY
}
