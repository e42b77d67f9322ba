import { useLingui } from '@lingui/react/macro'
import type { ReportReply, ReportSums } from '@strikewise/wire/reports.ts'
import { rupeesText, signedRupeesText } from '../../lib/format.ts'
import { shortDay } from '../../lib/ist-format.ts'
import { ServerText } from '../../ui/ServerText.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { NetAmount } from './NetAmount.tsx'

const ROW = 'last:[&>td]:border-b-0'

/** Sums of the period's symbols. */
export function SymbolTable({ rows }: { rows: ReportReply['by_symbol'] }) {
  const { t } = useLingui()
  return (
    <TableFrame label={t`Result by symbol`}>
      <Table cards>
        <thead>
          <tr>
            <Th>{t`Symbol`}</Th>
            <SumHeads />
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.symbol} className={ROW}>
              <Td head="start" className="font-medium">
                {row.symbol}
              </Td>
              <SumCells sums={row} />
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

/** Sums of the period's days, newest first. */
export function DayTable({ rows }: { rows: ReportReply['by_day'] }) {
  const { t } = useLingui()
  return (
    <TableFrame label={t`Result by day`} className="max-h-96 overflow-y-auto">
      <Table cards>
        <thead>
          <tr>
            <Th>{t`Day`}</Th>
            <SumHeads />
            <Th align="end">{t`Running`}</Th>
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((row) => (
            <tr key={row.day} className={ROW}>
              <Td head="start" className="font-medium">
                {shortDay(row.day)}
              </Td>
              <SumCells sums={row} />
              <Td align="end" label={t`Running`}>
                {signedRupeesText(row.running)}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

/** Refused entries by reason, the most frequent first, with what can be done. */
export function RefusalTable({ refusals }: { refusals: ReportReply['refusals'] }) {
  const { t } = useLingui()
  return (
    <TableFrame label={t`Refused entries by reason`}>
      <Table cards>
        <thead>
          <tr>
            <Th align="end">{t`Times`}</Th>
            <Th>{t`Reason and remedy`}</Th>
          </tr>
        </thead>
        <tbody>
          {refusals.map(({ remedy, count, ...refusal }) => (
            <tr key={refusal.code} className={ROW}>
              <Td align="end" head="end" className="w-16 py-2 align-top font-medium">
                {count}
              </Td>
              <Td head="start" className="py-2 align-top">
                <span className="block whitespace-normal sm:min-w-56">
                  <ServerText of={refusal} />
                </span>
                {remedy !== null && (
                  <span className="block whitespace-normal text-ink-3">
                    <ServerText of={remedy} />
                  </span>
                )}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

function SumHeads() {
  const { t } = useLingui()
  return (
    <>
      <Th align="end">{t`Trades`}</Th>
      <Th align="end">{t`Won`}</Th>
      <Th align="end">{t`Gross`}</Th>
      <Th align="end">{t`Charges`}</Th>
      <Th align="end">{t`Net`}</Th>
    </>
  )
}

function SumCells({ sums }: { sums: ReportSums }) {
  const { t } = useLingui()
  return (
    <>
      <Td align="end" label={t`Trades`}>
        {sums.trades}
      </Td>
      <Td align="end" label={t`Won`}>
        {sums.wins}
      </Td>
      <Td align="end" label={t`Gross`}>
        {signedRupeesText(sums.gross)}
      </Td>
      <Td align="end" label={t`Charges`}>
        {rupeesText(sums.charges.total)}
      </Td>
      <Td align="end" head="end">
        <NetAmount amount={sums.net} />
      </Td>
    </>
  )
}
