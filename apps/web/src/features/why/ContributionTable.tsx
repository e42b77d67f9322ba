import { Trans, useLingui } from '@lingui/react/macro'
import type { DecisionRow } from '@strikewise/wire/market.ts'
import { biasText } from '../../messages/signals.ts'
import { decimalText } from '../../lib/format.ts'
import { epochOf, wireTime } from '../../lib/ist-format.ts'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { AgentTitle } from '../../ui/AgentTitle.tsx'

/** Each voter's score, its weight and what it adds to S, with the age of what it had read. */
export function ContributionTable({ decision }: { decision: DecisionRow }) {
  const { t } = useLingui()
  const { contributions, coverage, score, bar_end } = decision
  const share = ({ stale, weight, signed }: DecisionRow['contributions'][number]) =>
    stale || coverage === 0 ? 0 : (weight * signed) / coverage
  return (
    <TableFrame label={t`Contribution of each agent`}>
      <Table cards>
        <thead>
          <tr>
            <Th>{t`Agent`}</Th>
            <Th align="end">{t`Score`}</Th>
            <Th align="end">{t`Weight`}</Th>
            <Th align="end">{t`Points`}</Th>
            <Th>{t`Its inputs were from`}</Th>
          </tr>
        </thead>
        <tbody>
          {contributions.map((part) => (
            <tr key={part.agent}>
              <Td head="start" className="py-1.5">
                <AgentTitle agent={part.agent} />
                <span className="block text-xs text-ink-3">{biasText(part.bias)}</span>
              </Td>
              <Td align="end" label={t`Score`}>
                {decimalText(part.signed, 2)}
              </Td>
              <Td align="end" label={t`Weight`}>
                {decimalText(part.weight, 2)}
              </Td>
              <Td align="end" label={t`Points`} className="font-medium">
                {part.stale ? (
                  <span className="text-warn">
                    <Trans>too old</Trans>
                  </span>
                ) : (
                  decimalText(share(part), 3)
                )}
              </Td>
              <Td label={t`Its inputs were from`} className="text-ink-2">
                <Age asOf={part.as_of} end={bar_end} />
              </Td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="[&>td]:border-b-0">
            <Td head="start" className="font-medium">{t`Total`}</Td>
            <Td />
            <Td align="end" label={t`Weight`}>
              {decimalText(coverage, 2)}
            </Td>
            <Td align="end" label={t`Points`} className="font-semibold">
              {decimalText(score, 3)}
            </Td>
            <Td />
          </tr>
        </tfoot>
      </Table>
    </TableFrame>
  )
}

/** The instant of an agent's newest input, and how old it was when the minute ended. */
function Age({ asOf, end }: { asOf: string; end: string }) {
  const [read, ended] = [epochOf(asOf), epochOf(end)]
  if (read === undefined || ended === undefined || read <= 0) return <Trans>none yet</Trans>
  const time = wireTime(asOf)
  const seconds = Math.round((ended - read) / 1000)
  const minutes = Math.round(seconds / 60)
  if (seconds < 0) return <Trans>{time}, after the minute</Trans>
  if (seconds < 120)
    return (
      <Trans>
        {time}, {seconds} s before
      </Trans>
    )
  if (seconds < 7200)
    return (
      <Trans>
        {time}, {minutes} min before
      </Trans>
    )
  return asOf.slice(0, 10)
}
