import { Trans, useLingui } from '@lingui/react/macro'
import { COMPARISON, type ComparisonRow } from '@strikewise/plans/comparison.ts'
import { PLANS, type Plan } from '@strikewise/domain/plans/plan.ts'
import { Check, Minus } from 'lucide-react'
import { planLabel } from '../../messages/plan-labels.ts'
import { PlanText } from './PlanText.tsx'
import { Table, TableFrame } from '../../ui/Table.tsx'

/**
 * What each plan holds, line by line, from the table the server enforces. The features stay in view while a narrow screen
 * scrolls through the plans.
 */
export function ComparisonTable() {
  const { t } = useLingui()
  return (
    <TableFrame label={t`Feature comparison`} className="rounded-lg border bg-surface shadow-sm">
      <Table className="min-w-[44rem]">
        <thead>
          <tr>
            <th
              scope="col"
              className="sticky left-0 z-1 h-11 border-b bg-sunken px-4 text-left text-sm font-medium text-ink-3 max-sm:w-36 max-sm:min-w-36"
            >
              <Trans>Feature</Trans>
            </th>
            {PLANS.map((plan) => (
              <th key={plan} scope="col" className="h-11 border-b bg-sunken px-4 text-left text-sm font-semibold">
                {planLabel(plan)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {COMPARISON.map((row) => (
            <tr key={row.feature.code} className="last:[&>*]:border-b-0">
              <th
                scope="row"
                className="sticky left-0 z-1 h-10 border-b bg-surface px-4 text-left font-normal text-ink-2"
              >
                <PlanText of={row.feature} />
              </th>
              {PLANS.map((plan) => (
                <td key={plan} className="h-10 border-b px-4">
                  <Cell value={row.cells[plan]} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

function Cell({ value }: { value: ComparisonRow['cells'][Plan] }) {
  if (typeof value === 'object')
    return (
      <span className="font-medium">
        <PlanText of={value} />
      </span>
    )
  return value ? (
    <>
      <Check aria-hidden="true" className="size-4 text-up" />
      <span className="sr-only">
        <Trans>yes</Trans>
      </span>
    </>
  ) : (
    <>
      <Minus aria-hidden="true" className="size-4 text-ink-3" />
      <span className="sr-only">
        <Trans>no</Trans>
      </span>
    </>
  )
}
