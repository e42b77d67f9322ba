import { screen } from '@testing-library/react'
import { AGENT_EVIDENCE } from '@strikewise/signals/evidence/agent-evidence.ts'
import { paysLessThanCosts, type EvidenceVerdict } from '@strikewise/signals/evidence/agent-summary.ts'
import { OFFERED_AGENTS } from '@strikewise/signals/registry/registry.ts'
import { expect, it } from 'vitest'
import { decimalText } from '../../lib/format.ts'
import { show } from '../../testing/render.tsx'
import { DocsPage } from '../../routes/site/DocsPage.tsx'

const VERDICTS: Readonly<Record<EvidenceVerdict, string>> = {
  right: 'leaned the way the index went',
  wrong: 'leaned against the way the index went',
  nothing: 'has shown no knowledge',
  no_direction: 'never picks a direction',
  no_data: 'no records of what it reads',
}

it('reports of each agent in the guide what the evidence that is checked in found, figure by figure', async () => {
  await show(<DocsPage />)
  await screen.findByRole('heading', { level: 1, name: 'User guide' })
  const lines = [...document.querySelectorAll('#agents dd')].map(({ textContent }) => textContent)
  expect(lines).toHaveLength(OFFERED_AGENTS.length)
  for (const [i, { name }] of OFFERED_AGENTS.entries()) {
    const summary = AGENT_EVIDENCE.agents.find(({ agent }) => agent === name)!
    const { verdict, indices } = summary
    const line = lines[i]!.split('Simulated on records:')[1]!
    expect(line).toContain(VERDICTS[verdict])
    expect(line.includes('smaller than the cost of a trade')).toBe(verdict === 'right' && paysLessThanCosts(summary))
    expect(line.match(/rank correlation/g) ?? []).toHaveLength(indices.length)
    for (const { sessions, from, to, correlation } of indices) {
      const [value, low, high] = [correlation.value, correlation.low, correlation.high].map((one) =>
        decimalText(one, 3),
      )
      expect(line).toContain(
        `rank correlation ${value} (95% interval ${low} to ${high}), ${sessions} sessions, ${from} to ${to}.`,
      )
    }
  }
})
