import type { DecisionRow } from '@strikewise/wire/market.ts'
import { epochOf, wireTime } from '../../lib/ist-format.ts'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { agentName } from './agent-name.ts'

/** Each voter's score, its weight and what it adds to S, with the age of what it had read. */
export function ContributionTable({ decision }: { decision: DecisionRow }) {
  const { contributions, coverage, score, bar_end } = decision
  const share = ({ stale, weight, signed }: DecisionRow['contributions'][number]) =>
    stale || coverage === 0 ? 0 : (weight * signed) / coverage
  return (
    <TableFrame label="What each agent added">
      <Table>
        <thead>
          <tr>
            <Th>Agent</Th>
            <Th align="end">Score</Th>
            <Th align="end">Weight</Th>
            <Th align="end">Adds</Th>
            <Th>Its inputs were from</Th>
          </tr>
        </thead>
        <tbody>
          {contributions.map((part) => (
            <tr key={part.agent}>
              <Td>
                {agentName(part.agent)}
                <span className="block text-xs text-ink-3">{part.bias}</span>
              </Td>
              <Td align="end">{part.signed.toFixed(2)}</Td>
              <Td align="end">{part.weight.toFixed(2)}</Td>
              <Td align="end" className="font-medium">
                {part.stale ? <span className="text-warn">too old</span> : share(part).toFixed(3)}
              </Td>
              <Td className="text-ink-2">{ageText(part.as_of, bar_end)}</Td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="[&>td]:border-b-0">
            <Td className="font-medium">Sum</Td>
            <Td />
            <Td align="end">{coverage.toFixed(2)}</Td>
            <Td align="end" className="font-semibold">
              {score.toFixed(3)}
            </Td>
            <Td />
          </tr>
        </tfoot>
      </Table>
    </TableFrame>
  )
}

/** The instant of an agent's newest input, and how old it was when the minute ended. */
function ageText(asOf: string, end: string): string {
  const [read, ended] = [epochOf(asOf), epochOf(end)]
  if (read === undefined || ended === undefined || read <= 0) return 'none yet'
  const seconds = Math.round((ended - read) / 1000)
  if (seconds < 0) return `${wireTime(asOf)}, after the minute`
  if (seconds < 120) return `${wireTime(asOf)}, ${seconds} s before`
  if (seconds < 7200) return `${wireTime(asOf)}, ${Math.round(seconds / 60)} min before`
  return asOf.slice(0, 10)
}
