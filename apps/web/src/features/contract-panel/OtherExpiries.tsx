import { Trans, useLingui } from '@lingui/react/macro'
import { formatLakh } from '@strikewise/domain/money/format.ts'
import { istInstant } from '@strikewise/domain/time/ist.ts'
import type { ContractChartReply, ContractExpiry } from '@strikewise/wire/contract-chart.ts'
import { priceText, signedText } from '../../lib/format.ts'
import { istDay, wireTime } from '../../lib/ist-format.ts'
import { cx } from '../../ui/cx.ts'
import { Skeleton } from '../../ui/states.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { openContract } from '../option-chain/contract-request.ts'
import type { ContractTerms } from './queries.ts'

interface OtherExpiriesProps {
  contract: ContractTerms
  /** Undefined: still loading. Null: there are none. */
  quotes: ContractChartReply['quotes'] | undefined
}

/** The strike and side in every listed expiry, as the broker quoted them. A press opens that expiry's contract. */
export function OtherExpiries({ contract, quotes }: OtherExpiriesProps) {
  const { t } = useLingui()
  return (
    <div className="-mx-5 mt-4 border-t pt-3">
      <h3 className="px-4 pb-2 text-sm font-medium text-ink">
        <Trans>Every expiry</Trans>
      </h3>
      {quotes === undefined ? (
        <div role="status" aria-label={t`Loading...`} className="px-4">
          <Skeleton className="h-24" />
        </div>
      ) : quotes === null ? (
        <p className="px-4 text-xs text-ink-3">
          <Trans>No quotes of the other expiries: the broker is asked while the market is open.</Trans>
        </p>
      ) : (
        <>
          <TableFrame label={t`Every expiry`}>
            <Table>
              <thead>
                <tr>
                  <Th>
                    <Trans>Expiry</Trans>
                  </Th>
                  <Th align="end">LTP</Th>
                  <Th align="end">
                    <Trans>Change</Trans>
                  </Th>
                  <Th align="end">
                    <Trans>OI, lakh</Trans>
                  </Th>
                </tr>
              </thead>
              <tbody>
                {quotes.expiries.map((one) => (
                  <ExpiryRow key={one.expiry} contract={contract} quote={one} />
                ))}
              </tbody>
            </Table>
          </TableFrame>
          <AsOf at={wireTime(quotes.as_of)} />
        </>
      )}
    </div>
  )
}

function AsOf({ at }: { at: string }) {
  return (
    <p className="px-4 pt-1.5 text-xs text-ink-3">
      <Trans>Quotes of the broker at {at}, every few seconds.</Trans>
    </p>
  )
}

function ExpiryRow({ contract, quote }: { contract: ContractTerms; quote: ContractExpiry }) {
  const { expiry, price, prev_close: close, open_interest: openInterest } = quote
  const isShown = expiry === contract.expiry
  const day = istDay(istInstant(expiry, 12))
  const change = price === 0 || close === null ? undefined : price - close
  return (
    <tr aria-current={isShown || undefined} className={cx(isShown && 'bg-accent-soft')}>
      <Td>
        {isShown ? (
          <span className="font-medium">{day}</span>
        ) : (
          <button
            type="button"
            className="rounded-sm text-accent-text underline underline-offset-2 touch:min-h-11"
            onClick={() => openContract({ ...contract, expiry })}
          >
            {day}
          </button>
        )}
      </Td>
      <Td align="end">{price === 0 ? '–' : priceText(price)}</Td>
      <Td align="end" className={cx(change !== undefined && (change > 0 ? 'text-up' : change < 0 ? 'text-down' : ''))}>
        {change === undefined ? '–' : signedText(change)}
      </Td>
      <Td align="end">{formatLakh(openInterest)}</Td>
    </tr>
  )
}
