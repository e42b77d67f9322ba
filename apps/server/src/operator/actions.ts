import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { CallReply } from '@strikewise/wire/client.ts'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'

/** What an operator can do that is kept. */
type ActionName =
  | 'feed_keys_saved'
  | 'feed_session_started'
  | 'stop_engaged'
  | 'stop_released'
  | 'weights_evidence_filed'
  | 'weights_promoted'
  | 'weights_withdrawn'
  | 'user_looked_up'
  | 'egress_address_set'
  | 'refund_asked'
  | 'incident_posted'
  | 'ticket_answered'

export interface OperatorAction {
  readonly by: string
  readonly action: ActionName
  /** Whom it is about, when it is about one user. */
  readonly userId?: string | null
  /** Never a secret. */
  readonly details?: Readonly<Record<string, unknown>>
}

const SHOWN = 100

/** Writes down what an operator does; `tx` is the transaction that does it wherever there is one. */
export async function keepAction(
  tx: Kysely<Database>,
  { by, action, userId = null, details = {} }: OperatorAction,
): Promise<void> {
  await tx
    .insertInto('operator_actions')
    .values({ operator: by, action, user_id: userId, details: JSON.stringify(details), at: new Date() })
    .execute()
}

/** The newest actions, by the operators' addresses. */
export async function actionsOf(db: Kysely<Database>): Promise<CallReply<'operatorActions'>> {
  const rows = await db
    .selectFrom('operator_actions')
    .leftJoin('identity_users', 'identity_users.id', 'operator_actions.operator')
    .select(['operator', 'email', 'action', 'user_id', 'details', 'at'])
    .orderBy('operator_actions.id', 'desc')
    .limit(SHOWN)
    .execute()
  return {
    actions: rows.map(({ operator, email, action, user_id, details, at }) => ({
      at: istIso(at.getTime() as EpochMs),
      operator: email ?? operator,
      action,
      user_id,
      details,
    })),
  }
}
