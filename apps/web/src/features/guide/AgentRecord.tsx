import { Trans } from '@lingui/react/macro'
import { AGENT_EVIDENCE, type AgentEvidence } from '@strikewise/signals/evidence/agent-evidence.ts'
import {
  paysLessThanCosts,
  type IndexSummary,
  type EvidenceVerdict,
} from '@strikewise/signals/evidence/agent-summary.ts'
import { decimalText } from '../../lib/format.ts'
import { INDEX_NAMES } from '../market-chart/index-names.ts'

/** One line: what the records show of an agent, with the interval of every figure. */
export function AgentRecord({ agent, evidence = AGENT_EVIDENCE }: { agent: string; evidence?: AgentEvidence }) {
  const found = evidence.agents.find((one) => one.agent === agent)
  if (found === undefined) return null
  return (
    <>
      <strong className="font-medium">
        <Trans>Simulated on records:</Trans>
      </strong>{' '}
      <VerdictText of={found.verdict} />
      {found.verdict === 'right' && paysLessThanCosts(found) && (
        <>
          {' '}
          <Trans>The lean is smaller than the cost of a trade.</Trans>
        </>
      )}
      {found.indices.map((one) => (
        <span key={one.symbol}>
          {' '}
          <IndexText {...one} />
        </span>
      ))}
    </>
  )
}

function VerdictText({ of }: { of: EvidenceVerdict }) {
  switch (of) {
    case 'right':
      return <Trans>it leaned the way the index went in the next 30 minutes more often than chance explains.</Trans>
    case 'wrong':
      return (
        <Trans>it leaned against the way the index went in the next 30 minutes more often than chance explains.</Trans>
      )
    case 'nothing':
      return <Trans>it has shown no knowledge of the next 30 minutes.</Trans>
    case 'no_direction':
      return <Trans>not measured, because it only blocks entries and never picks a direction.</Trans>
    case 'no_data':
      return <Trans>not measured, because there are no records of what it reads.</Trans>
  }
}

function IndexText({ symbol, sessions, from, to, correlation }: IndexSummary) {
  const index = INDEX_NAMES[symbol]
  const [value, low, high] = [correlation.value, correlation.low, correlation.high].map((one) => decimalText(one, 3))
  return (
    <Trans>
      {index}: rank correlation {value} (95% interval {low} to {high}), {sessions} sessions, {from} to {to}.
    </Trans>
  )
}
