import type { Plan } from '@strikewise/domain/plans/plan.ts'
import type { AnnouncementLevel } from '@strikewise/wire/announcements.ts'
import type { Generated, GeneratedAlways } from 'kysely'

export interface AnnouncementTables {
  /** What operators announce to users. A row changes once at most: when it is withdrawn. */
  announcements: {
    id: GeneratedAlways<number>
    title: string
    body: string
    /** Null, both: it exists in English alone. */
    title_hi: string | null
    body_hi: string | null
    level: AnnouncementLevel
    plans: Plan[]
    shown_from: number
    /** The first millisecond at which it is not shown any more. */
    shown_until: number
    created_by: string
    created_at: number
    withdrawn_at: Generated<number | null>
    withdrawn_by: Generated<string | null>
  }
  announcement_dismissals: { user_id: string; announcement_id: number; at: number }
  /** Announcements that a user marked as read in the list of the bell. */
  announcement_reads: { user_id: string; announcement_id: number; at: number }
}
