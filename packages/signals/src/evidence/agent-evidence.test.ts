import { expect, it } from 'vitest'
import { OFFERED_AGENTS } from '../registry/registry.ts'
import { AGENT_EVIDENCE } from './agent-evidence.ts'
import { paysLessThanCosts, verdictOf, type AgentSummary } from './agent-summary.ts'

it('has a verdict for each agent that is offered, and each verdict follows from its intervals', () => {
  const names = AGENT_EVIDENCE.agents.map(({ agent }) => agent)
  expect(names).toEqual(expect.arrayContaining(OFFERED_AGENTS.map(({ name }) => name)))
  for (const { verdict, indices } of AGENT_EVIDENCE.agents)
    if (verdict === 'no_direction') expect(indices).toEqual([])
    else expect(verdict).toBe(verdictOf(indices.map(({ correlation }) => correlation)))
})

it('finds nothing where an interval of any index holds zero', () => {
  const [above, below, both] = [
    { value: 0.02, low: 0.01, high: 0.03 },
    { value: -0.02, low: -0.03, high: -0.01 },
    { value: 0.01, low: -0.01, high: 0.03 },
  ]
  expect([[above, above], [below], [above, both], [above, below], []].map(verdictOf)).toEqual([
    'right',
    'wrong',
    'nothing',
    'nothing',
    'no_data',
  ])
})

it('compares the upper end of what signals paid with the cost of a round trip, in every index', () => {
  const of = (...high: readonly (number | null)[]): AgentSummary => ({
    agent: OFFERED_AGENTS[0]!.name,
    verdict: 'nothing',
    indices: high.map((one) => ({
      ...AGENT_EVIDENCE.agents[0]!.indices[0]!,
      paysBp: one === null ? null : { value: one - 1, low: one - 2, high: one },
      costBp: { value: 2, low: 1, high: 3 },
    })),
  })
  expect([of(1.9, 1), of(1.9, 2.1), of(1, null), of(null), of()].map(paysLessThanCosts)).toEqual([
    true,
    false,
    true,
    false,
    false,
  ])
})
