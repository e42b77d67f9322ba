import type { CustomAlertCondition, CustomAlertType, LevelCondition } from '@strikewise/domain/alerts/custom-alert.ts'
import { INDEX_SYMBOLS } from '@strikewise/domain/instruments/contract.ts'
import { policyAllows } from '@strikewise/plans/capabilities.ts'
import type { PlanPolicy, SoldAgent } from '@strikewise/plans/policy.ts'
import { VOTERS, type Voter } from '@strikewise/signals/registry/registry.ts'
import type { Selectable } from 'kysely'
import type { Database } from '../../store/database.ts'

type ConditionRow = Pick<
  Selectable<Database['custom_alerts']>,
  'id' | 'type' | 'symbol' | 'side' | 'level' | 'agent' | 'flip_to'
>

/** What a stored alert watches. Throws RangeError on a row that the table's own checks refuse. */
export function conditionOf(row: ConditionRow): CustomAlertCondition {
  const { id, type, symbol, side, level, agent, flip_to } = row
  if (type === 'agent_flip') {
    if (symbol === null || agent === null) throw new RangeError(`custom alert ${id} names no agent`)
    return { type, symbol, agent, to: flip_to }
  }
  return levelConditionOf({ id, type, symbol, side, level })
}

/** The same of a stored alert on a level. */
export function levelConditionOf(row: Pick<ConditionRow, 'id' | 'type' | 'symbol' | 'side' | 'level'>): LevelCondition {
  const { id, type, symbol, side, level } = row
  if (type === 'agent_flip' || side === null || level === null) throw new RangeError(`custom alert ${id} has no level`)
  return { type, symbol, side, level }
}

/** The agents whose flips a plan lets its users watch. */
export function watchableAgents({ agents }: Pick<PlanPolicy, 'agents'>): readonly (SoldAgent & Voter)[] {
  return VOTERS.filter((voter): voter is SoldAgent & Voter => (agents as readonly string[]).includes(voter))
}

/** The types of alerts that a plan lets its users define. */
export function watchableTypes(policy: PlanPolicy): readonly CustomAlertType[] {
  return [
    'price',
    ...(policyAllows(policy, 'see_option_chain') ? (['iv_percentile'] as const) : []),
    ...(watchableAgents(policy).length > 0 ? (['agent_flip'] as const) : []),
    ...(canTrade(policy) ? (['loss_share'] as const) : []),
  ]
}

/** Whether an alert is watched where custom alerts are switched off for its user: one on the own loss, which warns of a risk. */
export function outlastsFlag({ type }: Pick<CustomAlertCondition, 'type'>): boolean {
  return type === 'loss_share'
}

/** Whether a plan lets its user watch what a condition is about. */
export function isWatchable(policy: PlanPolicy, condition: CustomAlertCondition): boolean {
  if (!watchableTypes(policy).includes(condition.type)) return false
  return condition.type !== 'agent_flip' || watchableAgents(policy).some((agent) => agent === condition.agent)
}

function canTrade({ autoSymbols, paper }: PlanPolicy): boolean {
  return INDEX_SYMBOLS.some((symbol) => autoSymbols.includes(symbol) || paper.symbols.includes(symbol))
}
