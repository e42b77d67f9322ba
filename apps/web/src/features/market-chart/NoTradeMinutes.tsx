import { Trans, useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { NoTradeRun } from '@strikewise/wire/market.ts'
import type { UseQueryResult } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { wireTime } from '../../lib/ist-format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Shared } from '../../ui/Shared.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'

export interface NoTradeMinutesProps {
  symbol: IndexSymbol
  query: Pick<UseQueryResult<readonly NoTradeRun[]>, 'data' | 'error' | 'isPending' | 'refetch'>
}

/** What the marks under the candles show, as a list: each run with its reason, which opens its last decision. */
export function NoTradeMinutes({ symbol, query }: NoTradeMinutesProps) {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = query
  if (data === undefined)
    return isPending ? (
      <LoadingState line label={t`Loading...`} className="border-t" />
    ) : (
      <ErrorState
        line
        title={t`Couldn’t load the minutes without a trade`}
        hint={errorDetail(error)}
        onRetry={() => void refetch()}
        className="border-t"
      />
    )
  if (data.length === 0) return <EmptyState line title={t`No minute without a trade`} className="border-t" />
  return (
    <TableFrame label={t`Minutes without a trade, newest first`} className="max-h-80 overflow-y-auto border-t">
      <Table>
        <thead>
          <tr>
            <Th>
              <Trans>Decided</Trans>
            </Th>
            <Th align="end">
              <Trans>Minutes</Trans>
            </Th>
            <Th>
              <Trans>Reason, with the figures of the last minute</Trans>
            </Th>
          </tr>
        </thead>
        <tbody>
          {data.toReversed().map((run) => (
            <tr key={run.first}>
              <Td>
                <Link
                  to="/why/$symbol/$minute"
                  params={{ symbol, minute: run.last.slice(0, 16) }}
                  className="inline-flex items-center whitespace-nowrap underline underline-offset-2 touch:min-h-11"
                >
                  {run.minutes === 1 ? minuteText(run.last) : `${minuteText(run.first)}–${minuteText(run.last)}`}
                </Link>
              </Td>
              <Td align="end">{run.minutes}</Td>
              <Td wrap className="min-w-48">
                <Shared of={run} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

/** '10:42' of a wire instant. */
const minuteText = (iso: string) => wireTime(iso).slice(0, 5)
