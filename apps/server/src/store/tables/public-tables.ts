import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { StatusPart, SupportTopic } from '@strikewise/wire/public.ts'
import type { Generated } from 'kysely'

export interface PublicTables {
  support_tickets: {
    id: string
    /** Null: nobody was signed in. */
    user_id: string | null
    topic: SupportTopic
    name: string
    email: string
    text: string
    at: Generated<Date>
  }
  status_days: {
    day: IstDate
    part: StatusPart
    looks: number
    failures: number
    state: 'up' | 'down' | 'idle'
    looked_at: Date
  }
  /** Who opted in to the list of top traders. */
  listings: { user_id: string; listed: boolean; name: string; changed_at: Date }
}
