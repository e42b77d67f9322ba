import {
  CUSTOM_ALERT_TYPES,
  type CustomAlertCondition,
  type CustomAlertType,
} from '@strikewise/domain/alerts/custom-alert.ts'
import { istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Message } from '@strikewise/messages/message.ts'
import type { Renderer } from '@strikewise/messages/render.ts'
import { can, policyOf, type PlanState } from '@strikewise/plans/entitlements.ts'
import type { PlanPolicy } from '@strikewise/plans/policy.ts'
import { VOTERS } from '@strikewise/signals/registry/registry.ts'
import type { CustomAlertRow, CustomAlerts, NewCustomAlert } from '@strikewise/wire/custom-alerts.ts'
import { sql, type Kysely, type Selectable } from 'kysely'
import { DomainError, fieldFailure } from '../../domain-error.ts'
import type { Database } from '../../store/database.ts'
import type { UserScopedRow } from '../../store/user-scoped-db.ts'
import { conditionOf, isWatchable, outlastsFlag, watchableAgents, watchableTypes } from './condition-of-row.ts'

/** What the list of a user's alerts is made for. */
interface AlertsView {
  readonly now: EpochMs
  /** Whether custom alerts are on for the user. */
  readonly isOn: boolean
  readonly renderer: Renderer
}

/** The alerts a user has defined, newest first, and what the plan lets the user define. */
export async function customAlertsOf(
  db: UserScopedRow,
  userId: string,
  plan: PlanState,
  { now, isOn, renderer }: AlertsView,
): Promise<CustomAlerts> {
  const policy = policyOf(plan, now)
  const rows = await db.selectFrom('custom_alerts').selectAll().where('user_id', '=', userId).orderBy('id').execute()
  const shown = rows.map((row, before): CustomAlertRow => {
    const condition = conditionOf(row)
    const isInPlan = before < policy.customAlerts && isWatchable(policy, condition)
    return rowOf(row, condition, { isInPlan, isOn, renderer })
  })
  return {
    alerts: shown.toReversed(),
    max: policy.customAlerts,
    types: CUSTOM_ALERT_TYPES.filter((type) => watchableTypes(policy).includes(type)),
    agents: watchableAgents(policy).map((name) => ({
      name,
      title: renderer.text({ code: 'custom_alert.agent', agent: name }),
    })),
    delay_seconds: policy.delaySeconds,
    leaves_app: can(plan, 'receive_alerts', now),
  }
}

/** Defines an alert. Throws DomainError for what the plan does not contain and where the user has as many as it allows. */
export async function addCustomAlert(
  tx: Kysely<Database>,
  userId: string,
  plan: PlanState,
  alert: NewCustomAlert,
  now: EpochMs,
): Promise<void> {
  const policy = policyOf(plan, now)
  // One user's alerts are counted by one transaction at a time.
  await tx.selectFrom('profiles').select('user_id').where('user_id', '=', userId).forUpdate().execute()
  const { count } = await tx
    .selectFrom('custom_alerts')
    .select((is) => is.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  if (count >= policy.customAlerts)
    throw new DomainError({ code: 'problem.custom_alerts_full', max: policy.customAlerts })
  const row = watchableRow(policy, alert)
  await tx
    .insertInto('custom_alerts')
    .values({ user_id: userId, repeat: alert.repeat, ...row })
    .execute()
}

/**
 * Changes what an alert of a user watches, by a new row in place of the old one: a crossing of the former level that was seen
 * and is not stored yet then belongs to no alert. It waits for the next crossing and counts from zero; paused, it stays so.
 * Throws DomainError for one that is not theirs, another type, and what the plan does not contain.
 */
export async function changeCustomAlert(
  tx: Kysely<Database>,
  userId: string,
  plan: PlanState,
  { id, alert }: { readonly id: number; readonly alert: NewCustomAlert },
  now: EpochMs,
): Promise<void> {
  const known = await tx
    .deleteFrom('custom_alerts')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .returning(['type', 'paused'])
    .executeTakeFirst()
  if (known === undefined) throw new DomainError({ code: 'problem.not_found' })
  if (known.type !== alert.type) throw fieldFailure('type', { code: 'field.not_allowed' })
  const row = watchableRow(policyOf(plan, now), alert)
  await tx
    .insertInto('custom_alerts')
    .values({ user_id: userId, repeat: alert.repeat, paused: known.paused, ...row })
    .execute()
}

/** The columns of what an alert watches. Throws DomainError for what the plan does not contain. */
function watchableRow(policy: PlanPolicy, alert: NewCustomAlert) {
  const row = {
    type: alert.type,
    symbol: alert.symbol,
    side: alert.side,
    level: alert.level === null ? null : storedLevel(alert.type, alert.level),
    agent: alert.agent,
    flip_to: alert.flip_to,
  }
  if (!isWatchable(policy, conditionOf({ id: 0, ...row }))) throw fieldFailure('type', { code: 'field.not_allowed' })
  return row
}

/** Pauses an alert of a user, or resumes it: it then waits for the next crossing. Throws DomainError for one that is not theirs. */
export async function pauseCustomAlert(
  db: UserScopedRow,
  userId: string,
  { id, paused }: { readonly id: number; readonly paused: boolean },
): Promise<void> {
  const { numUpdatedRows } = await db
    .updateTable('custom_alerts')
    .set({ paused, is_armed: null, changed_at: sql<Date>`now()` })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new DomainError({ code: 'problem.not_found' })
}

/** Removes an alert of a user. Throws DomainError for one that is not theirs. */
export async function removeCustomAlert(db: UserScopedRow, userId: string, id: number): Promise<void> {
  const { numDeletedRows } = await db
    .deleteFrom('custom_alerts')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (numDeletedRows === 0n) throw new DomainError({ code: 'problem.not_found' })
}

/** Index points are stored times 100; percent as they are. */
function storedLevel(type: CustomAlertType, level: number): number {
  return type === 'price' ? Math.round(level * 100) : level
}

function rowOf(
  row: Selectable<Database['custom_alerts']>,
  condition: CustomAlertCondition,
  { isInPlan, isOn, renderer: { text } }: Omit<AlertsView, 'now'> & { readonly isInPlan: boolean },
): CustomAlertRow {
  return {
    id: row.id,
    type: row.type,
    symbol: row.symbol,
    side: row.side,
    level: row.level === null ? null : row.type === 'price' ? row.level / 100 : row.level,
    agent: row.agent,
    flip_to: row.flip_to,
    text: text(messageOf(condition)),
    repeat: row.repeat,
    state: row.paused
      ? 'paused'
      : isInPlan
        ? isOn || outlastsFlag(condition)
          ? 'watching'
          : 'switched_off'
        : 'not_in_plan',
    fired: row.fired_count,
    last_fired_at: row.last_fired_at === null ? null : istIso(row.last_fired_at as EpochMs),
  }
}

function messageOf(condition: CustomAlertCondition): Message {
  if (condition.type === 'agent_flip') {
    const { symbol, to } = condition
    const agent = VOTERS.find((voter) => voter === condition.agent)
    if (agent === undefined) throw new RangeError(`no agent is called ${condition.agent}`)
    return to === null
      ? { code: 'custom_alert.flip', symbol, agent }
      : { code: 'custom_alert.flip.to', symbol, agent, to }
  }
  const { type, symbol, side, level } = condition
  if (symbol === null) return { code: 'custom_alert.loss', share: level / 100 }
  return type === 'price'
    ? { code: 'custom_alert.price', symbol, side, level: level / 100 }
    : { code: 'custom_alert.iv', symbol, side, level: level / 100 }
}
