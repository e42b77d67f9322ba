import type { Lease } from '../ports.ts'
import type { ClaimDesk } from './claim-desk.ts'
import type { EntryPace } from './entry-pace.ts'
import type { Levels } from '../levels.ts'

/** What the actors of one executor share while it holds one lease. Only entries meet in it. */
export interface Term {
  readonly lease: Lease
  readonly claims: ClaimDesk
  readonly pace: EntryPace
  readonly levels: Levels
}
