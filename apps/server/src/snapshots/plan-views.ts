import { INDICATOR_AGENT } from '@strikewise/signals/registry/definitions/indicator-agent.ts'
import { PLAN_POLICY, type PlanPolicy } from '@strikewise/plans/policy.ts'
import type { Plan } from '@strikewise/domain/plans/plan.ts'
import { BASIC_INDICATORS } from '@strikewise/wire/basic-indicator.ts'
import type { SignalsReply } from '@strikewise/wire/market.ts'
import { snapshotOf, type Snapshot } from './snapshot.ts'

/** Agents of the plan, no others; a delayed plan's report it. */
export function signalsView(signals: SignalsReply, plan: Plan): Snapshot {
  const policy = PLAN_POLICY[plan]
  const shown = policy.agents.flatMap((agent) => {
    const signal = signals[agent]
    return signal === undefined ? [] : [[agent, delayed(analysed(signal, policy), policy)] as const]
  })
  return snapshotOf(JSON.stringify(Object.fromEntries(shown)))
}

/** MACD, VWAP and RSI: what every plan sees of the indicator agent. */
export function indicatorValuesView(signals: SignalsReply, plan: Plan): Snapshot {
  const signal = signals[INDICATOR_AGENT.name]
  const components = signal?.meta.components ?? {}
  const values = Object.fromEntries(
    BASIC_INDICATORS.flatMap((name) => (components[name] === undefined ? [] : [[name, components[name]]])),
  )
  return snapshotOf(
    JSON.stringify({
      as_of: signal?.asOf ?? null,
      stale: signal?.stale ?? true,
      delayed_by: PLAN_POLICY[plan].delaySeconds,
      values,
      ...(signal?.meta.degraded !== undefined && { degraded: signal.meta.degraded }),
    }),
  )
}

/** What headlines report, and the little it changed, is part of the full analysis alone. */
function analysed(signal: SignalsReply[string], policy: PlanPolicy): SignalsReply[string] {
  const { sentiment, ...meta } = signal.meta
  if (policy.flowAnalysis === 'full' || sentiment === undefined) return signal
  const [changed] = signal.reasons.filter(({ code }) => code === 'sentiment')
  if (changed === undefined) return { ...signal, meta }
  const sign = signal.bias === 'bearish' ? -1 : 1
  return {
    ...signal,
    meta,
    strength: signal.strength - sign * changed.effect,
    reasons: signal.reasons.filter((reason) => reason !== changed),
  }
}

function delayed(signal: SignalsReply[string], policy: PlanPolicy): SignalsReply[string] {
  if (policy.delaySeconds === 0) return signal
  return { ...signal, meta: { ...signal.meta, delayedBy: policy.delaySeconds } }
}
