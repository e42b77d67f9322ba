import { FLIP_DIRECTIONS, type FlipDirection } from '@strikewise/domain/alerts/custom-alert.ts'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { SECOND_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { PLANS } from '@strikewise/domain/plans/plan.ts'
import { policyOf } from '@strikewise/plans/entitlements.ts'
import { PLAN_POLICY } from '@strikewise/plans/policy.ts'
import type { Contribution, Decision } from '@strikewise/signals/decision/decision.ts'
import type { DecidingAgentName } from '@strikewise/signals/registry/registry.ts'
import type { Kysely } from 'kysely'
import { flagUser } from '../../feature-flags/evaluate-flag.ts'
import type { CurrentFlags } from '../../feature-flags/feature-flags.ts'
import type { Database } from '../../store/database.ts'
import { findsAny, type Due, type DueContext } from '../due-sources.ts'
import type { Alert } from '../notify.ts'
import { readCursor, writeCursor } from '../source-cursors.ts'
import type { AlertSource } from '../sources/source.ts'
import { isDoneToday, markFired, olderOfUser, planOfRow } from './commit-changes.ts'
import { conditionOf, isWatchable } from './condition-of-row.ts'

const MAX_ROWS = 200
/** A decision is made some seconds after the minute it is about. */
const DECIDED_WITHIN_MS = 5 * SECOND_MS

const DELAYS = [...new Set(PLANS.map((plan) => PLAN_POLICY[plan].delaySeconds))]

/** An agent that turned from one direction to the other in the decision `seq`. */
interface AgentFlip {
  readonly seq: number
  readonly at: EpochMs
  readonly symbol: IndexSymbol
  readonly agent: DecidingAgentName
  readonly to: FlipDirection
}

/** What one reading of the decisions goes by. */
interface Reading {
  readonly now: EpochMs
  readonly flags: CurrentFlags
}

/**
 * Agents that turned from bullish to bearish or back, read from the committed decisions: a neutral or stale minute between is
 * no flip. Users who see the market later are notified as much later.
 */
export const agentFlips: AlertSource = { isDue: hasFlipDecisions, read: readAgentFlips }

/** Whether there is a decision that was not read for one of the delays. */
function hasFlipDecisions({ db, now, cursors }: DueContext): Due {
  const unread = DELAYS.map((delaySeconds) => {
    const cursor = cursors.get(cursorName(delaySeconds))
    return cursor === undefined ? undefined : decisionsAfter(db, cursor, delaySeconds, now).select('seq')
  })
  const known = unread.filter((query) => query !== undefined)
  return known.length < unread.length || findsAny(known)
}

async function readAgentFlips(tx: Kysely<Database>, now: EpochMs, flags: CurrentFlags): Promise<readonly Alert[]> {
  const alerts: Alert[] = []
  for (const delaySeconds of DELAYS) alerts.push(...(await flipAlerts(tx, delaySeconds, { now, flags })))
  return alerts
}

async function flipAlerts(tx: Kysely<Database>, delaySeconds: number, at: Reading): Promise<Alert[]> {
  const { now } = at
  const name = cursorName(delaySeconds)
  const cursor = await readCursor(tx, name)
  if (cursor === undefined) {
    // Flips of before are history.
    const last = await tx
      .selectFrom('decisions')
      .select((is) => is.fn.max('seq').as('seq'))
      .executeTakeFirst()
    await writeCursor(tx, name, last?.seq ?? -1)
    return []
  }
  const rows = await decisionsAfter(tx, cursor, delaySeconds, now)
    .select(['seq', 'record'])
    .orderBy('seq')
    .limit(MAX_ROWS)
    .execute()
  if (rows.length === 0) return []
  await writeCursor(tx, name, rows.at(-1)!.seq)
  const flips = await storeDirections(tx, delaySeconds, rows)
  const alerts: Alert[] = []
  for (const flip of flips) alerts.push(...(await alertsOf(tx, flip, delaySeconds, at)))
  return alerts
}

function cursorName(delaySeconds: number): string {
  return `custom_flips/${delaySeconds}`
}

/** The decisions after `cursor` that users with this delay may see at `now`. */
function decisionsAfter(tx: Kysely<Database>, cursor: number, delaySeconds: number, now: EpochMs) {
  const until = delaySeconds === 0 ? now : now - delaySeconds * SECOND_MS - DECIDED_WITHIN_MS
  return tx.selectFrom('decisions').where('seq', '>', cursor).where('bar_end', '<=', until)
}

/** Stores the newest direction of each agent; returns those that turned, in the order of the decisions. */
async function storeDirections(
  tx: Kysely<Database>,
  delaySeconds: number,
  decisions: readonly { readonly seq: number; readonly record: Decision }[],
): Promise<readonly AgentFlip[]> {
  const stored = await tx.selectFrom('agent_directions').selectAll().where('delay_s', '=', delaySeconds).execute()
  const known = new Map(stored.map(({ symbol, agent, direction }) => [`${symbol}/${agent}`, direction]))
  const changed = new Map<string, { symbol: IndexSymbol; agent: string; direction: FlipDirection }>()
  const flips: AgentFlip[] = []
  for (const { seq, record } of decisions)
    for (const contribution of record.contributions) {
      const direction = directionOf(contribution)
      const { symbol, barEnd: at } = record
      const { agent } = contribution
      const key = `${symbol}/${agent}`
      const before = known.get(key)
      if (direction === undefined || direction === before) continue
      known.set(key, direction)
      changed.set(key, { symbol, agent, direction })
      if (before !== undefined) flips.push({ seq, at, symbol, agent, to: direction })
    }
  for (const row of changed.values())
    await tx
      .insertInto('agent_directions')
      .values({ delay_s: delaySeconds, ...row })
      .onConflict((conflict) =>
        conflict.columns(['delay_s', 'symbol', 'agent']).doUpdateSet({ direction: row.direction }),
      )
      .execute()
  return flips
}

function directionOf({ bias, stale }: Contribution): FlipDirection | undefined {
  return stale ? undefined : FLIP_DIRECTIONS.find((direction) => direction === bias)
}

async function alertsOf(
  tx: Kysely<Database>,
  { seq, at, symbol, agent, to }: AgentFlip,
  delaySeconds: number,
  { now, flags }: Reading,
): Promise<Alert[]> {
  const rows = await tx
    .selectFrom('custom_alerts')
    .innerJoin('profiles', 'profiles.user_id', 'custom_alerts.user_id')
    .select(['custom_alerts.id', 'custom_alerts.user_id', 'type', 'symbol', 'side', 'level', 'agent', 'flip_to'])
    .select(['repeat', 'last_fired_at', 'plan', 'plan_expiry', olderOfUser.as('before')])
    .where('type', '=', 'agent_flip')
    .where('paused', '=', false)
    .where('symbol', '=', symbol)
    .where('agent', '=', agent)
    .where((is) => is.or([is('flip_to', 'is', null), is('flip_to', '=', to)]))
    .orderBy('custom_alerts.id')
    .execute()
  const due = rows.filter((row) => {
    const plan = planOfRow(row)
    const policy = policyOf(plan, now)
    const isOn = flags.isOn('custom_alerts', flagUser(row.user_id, plan, now))
    const isInPlan = row.before < policy.customAlerts && isWatchable(policy, conditionOf(row))
    return policy.delaySeconds === delaySeconds && isInPlan && isOn && !isDoneToday(row, at)
  })
  const ids = due.map(({ id }) => id)
  await markFired(tx, ids, now)
  return due.map((row) => ({
    userId: row.user_id,
    kind: 'custom',
    key: `custom/${row.id}/${seq}`,
    at: now,
    message: { code: 'alert.custom_flip', symbol, agent, to, minute: at },
    link: '/dashboard',
  }))
}
