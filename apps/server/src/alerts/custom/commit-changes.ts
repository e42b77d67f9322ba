// @invariant custom-alert-once
import type { CustomAlertRepeat, LevelCondition } from '@strikewise/domain/alerts/custom-alert.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { istDateAt, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Alert as AlertMessage } from '@strikewise/messages/families/alert.ts'
import { policyOf, type PlanState } from '@strikewise/plans/entitlements.ts'
import { sql, type Kysely } from 'kysely'
import { flagUser } from '../../feature-flags/evaluate-flag.ts'
import type { CurrentFlags } from '../../feature-flags/feature-flags.ts'
import type { Database } from '../../store/database.ts'
import type { Alert } from '../notify.ts'
import { isWatchable, levelConditionOf } from './condition-of-row.ts'
import type { DatedChange } from './watched-levels.ts'

/**
 * Stores what values changed about levels, in their order, and returns the alerts of those that were crossed. A change counts
 * only where the stored state is the one before it: what was stored already, or by another process, is not notified again.
 * One that is crossed while such alerts are switched off for its user counts as crossed, and is not notified. `misplaced`: levels of users who see the market later than the value that crossed them; nothing of theirs is changed.
 */
export async function commitChanges(
  tx: Kysely<Database>,
  changes: readonly DatedChange[],
  now: EpochMs,
  flags: CurrentFlags,
): Promise<{ alerts: Alert[]; misplaced: ReadonlySet<number> }> {
  const alerts: Alert[] = []
  const misplaced = new Set<number>()
  for (const round of roundsOf(changes)) {
    const idsOf = (kind: DatedChange['change']) =>
      round.filter(({ id, change }) => change === kind && !misplaced.has(id)).map(({ id }) => id)
    const [armed, disarmed] = [idsOf('armed'), idsOf('disarmed')]
    if (armed.length > 0)
      await sql`
        update custom_alerts set is_armed = true
        where id = any (${armed}::bigint[]) and not paused and is_armed is distinct from true`.execute(tx)
    if (disarmed.length > 0)
      await sql`
        update custom_alerts set is_armed = false
        where id = any (${disarmed}::bigint[]) and not paused and is_armed is null`.execute(tx)
    const crossed = round.filter(({ id, change }) => change === 'crossed' && !misplaced.has(id))
    if (crossed.length > 0) alerts.push(...(await commitCrossed(tx, crossed, misplaced, { now, flags })))
  }
  return { alerts, misplaced }
}

/** Changes in rounds of one a level, each in its order. */
function roundsOf(changes: readonly DatedChange[]): DatedChange[][] {
  const rounds: DatedChange[][] = []
  const next = new Map<number, number>()
  for (const change of changes) {
    const at = next.get(change.id) ?? 0
    next.set(change.id, at + 1)
    ;(rounds[at] ??= []).push(change)
  }
  return rounds
}

async function commitCrossed(
  tx: Kysely<Database>,
  changes: readonly DatedChange[],
  misplaced: Set<number>,
  { now, flags }: { readonly now: EpochMs; readonly flags: CurrentFlags },
): Promise<Alert[]> {
  const rows = await armedRows(
    tx,
    changes.map(({ id }) => id),
  )
  const byId = new Map(changes.map((change) => [change.id, change]))
  const [passed, fired]: [number[], number[]] = [[], []]
  const alerts: Alert[] = []
  for (const row of rows) {
    const change = byId.get(row.id)!
    const plan = planOfRow(row)
    const policy = policyOf(plan, now)
    if (policy.delaySeconds > change.delaySeconds) {
      misplaced.add(row.id)
      continue
    }
    passed.push(row.id)
    const condition = levelConditionOf(row)
    const isInPlan = row.before < policy.customAlerts && isWatchable(policy, condition)
    const isOn = flags.isOn('custom_alerts', flagUser(row.user_id, plan, now))
    if (!isInPlan || !isOn || isDoneToday(row, change.at)) continue
    fired.push(row.id)
    alerts.push({
      userId: row.user_id,
      kind: 'custom',
      key: `custom/${row.id}/${change.at}`,
      at: change.at,
      message: messageOf(condition, change.value),
      link: '/alerts',
    })
  }
  await sql`update custom_alerts set is_armed = false where id = any (${passed}::bigint[])`.execute(tx)
  await markFired(tx, fired, now)
  return alerts
}

/** Counts alerts as notified at `now`. */
export async function markFired(tx: Kysely<Database>, ids: readonly number[], now: EpochMs): Promise<void> {
  if (ids.length === 0) return
  await sql`
    update custom_alerts set fired_count = fired_count + 1, last_fired_at = ${now}
    where id = any (${ids}::bigint[])`.execute(tx)
}

/** Whether an alert that is notified once a day was notified on the day of `at`. */
export function isDoneToday(
  { repeat, last_fired_at }: { readonly repeat: CustomAlertRepeat; readonly last_fired_at: number | null },
  at: EpochMs,
): boolean {
  return repeat === 'daily' && last_fired_at !== null && istDateAt(last_fired_at as EpochMs) === istDateAt(at)
}

/** The plan in the columns of a profile. */
export function planOfRow({ plan, plan_expiry }: { plan: Plan | null; plan_expiry: Date | null }): PlanState {
  return { plan, expiresAt: plan_expiry === null ? null : (plan_expiry.getTime() as EpochMs) }
}

/** How many alerts of the same user are older: those beyond the number of the plan are not watched. */
export const olderOfUser = sql<number>`
  (select count(*)::int from custom_alerts o where o.user_id = custom_alerts.user_id and o.id < custom_alerts.id)`

/** The rows that still wait for their crossing, held for this transaction. */
async function armedRows(tx: Kysely<Database>, ids: readonly number[]) {
  return tx
    .selectFrom('custom_alerts')
    .innerJoin('profiles', 'profiles.user_id', 'custom_alerts.user_id')
    .select(['custom_alerts.id', 'custom_alerts.user_id', 'type', 'symbol', 'side', 'level', 'repeat', 'last_fired_at'])
    .select(['plan', 'plan_expiry', olderOfUser.as('before')])
    .where('custom_alerts.id', 'in', ids)
    .where('paused', '=', false)
    .where('is_armed', '=', true)
    .orderBy('custom_alerts.id')
    .forUpdate('custom_alerts')
    .execute()
}

function messageOf({ type, symbol, side, level }: LevelCondition, value: number): AlertMessage {
  if (symbol === null) throw new RangeError('a level of the market has an index')
  return type === 'price'
    ? { code: 'alert.custom_price', symbol, side, level: level / 100, value: value / 100 }
    : { code: 'alert.custom_iv', symbol, side, level: level / 100, value: value / 100 }
}
