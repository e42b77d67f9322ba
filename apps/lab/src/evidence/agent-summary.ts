import { SUMMED_UP_AHEAD, verdictOf, type AgentSummary } from '@strikewise/signals/evidence/agent-summary.ts'
import { AGENTS } from '@strikewise/signals/registry/registry.ts'
import type { Evidence } from './evidence.ts'

/** Sums up every agent of the registry, in its order. */
export function summariesOf(evidence: Evidence): AgentSummary[] {
  return AGENTS.map(({ name, role }) => {
    const indices = evidence.cells.flatMap((cell) => {
      const { series, kind, ahead, source, symbol, paysBp, value, low, high } = cell
      if (series !== name || kind !== 'all' || ahead !== SUMMED_UP_AHEAD) return []
      const { sessions, from, to } = evidence.records.find((one) => one.source === source && one.symbol === symbol)!
      const right = evidence.calibration.find((one) => isSame(one, cell))?.right ?? null
      const costBp = evidence.costs.find((one) => one.symbol === symbol && one.ahead === ahead)?.bp ?? null
      return [{ symbol, source, sessions, from, to, correlation: { value, low, high }, right, paysBp, costBp }]
    })
    const verdict = verdictOf(indices.map(({ correlation }) => correlation))
    const isVeto = role.kind === 'veto' && indices.length === 0
    return { agent: name, verdict: isVeto ? 'no_direction' : verdict, indices }
  })
}

type Named = Pick<Evidence['cells'][number], 'symbol' | 'series' | 'ahead'>

function isSame(one: Named, other: Named): boolean {
  return one.symbol === other.symbol && one.series === other.series && one.ahead === other.ahead
}
