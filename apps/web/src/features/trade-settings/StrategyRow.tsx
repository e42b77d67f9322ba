import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { ESTIMATE_LOT_SIZE, ESTIMATE_PREMIUM, estimateFunds } from '@strikewise/domain/trading/fund-estimate.ts'
import { USER_LIMITS } from '@strikewise/domain/trading/user-limits.ts'
import type { TradeSettingsReply } from '@strikewise/wire/account.ts'
import { formatWholeRupees } from '@strikewise/domain/money/format.ts'
import type { ReactNode, Ref } from 'react'
import { rupeesText, wholeRupeesText } from '../../lib/format.ts'
import { wireDay, wireTime } from '../../lib/ist-format.ts'
import { fieldText } from '../../messages/field.ts'
import { cx } from '../../ui/cx.ts'
import { Switch } from '../../ui/Switch.tsx'
import type { DraftRow, RowErrors } from './draft.ts'
import { INDEX_NAMES } from './names.ts'
import { PendingChange, PendingField } from './PendingChange.tsx'

interface StrategyRowProps {
  row: DraftRow
  errors: RowErrors
  /** The contract of the day, when market data is known. */
  contract: TradeSettingsReply['strategies'][number] | undefined
  /** Values that wait to be in force. */
  pending: TradeSettingsReply['pending']
  invalid: boolean
  onChange: (row: DraftRow) => void
  rowRef: Ref<HTMLElement>
}

/** The settings of one symbol, with what they would need. */
export function StrategyRow({ row, errors, contract, pending, invalid, onChange, rowRef }: StrategyRowProps) {
  const { t } = useLingui()
  const estimate = estimateFunds(row.symbol, Number(row.lots))
  const later = { pending, symbol: row.symbol }
  return (
    <section
      ref={rowRef}
      aria-label={INDEX_NAMES[row.symbol]}
      className={cx('scroll-mt-24 p-5', invalid && 'shadow-[inset_3px_0_0_var(--down-fill)]')}
    >
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-2">
        <h2 className="text-md font-semibold">{INDEX_NAMES[row.symbol]}</h2>
        <div className="text-sm text-ink-3 sm:text-right">
          <p>
            <Trans>Estimate</Trans> <span className="font-semibold text-ink">{formatWholeRupees(estimate)}</span>
          </p>
          <Assumption symbol={row.symbol} lot={contract?.contract_lot} />
        </div>
      </div>
      <div className="grid items-start gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        <PendingField
          {...later}
          setting="lots"
          label={t`Lots`}
          required
          inputMode="numeric"
          autoComplete="off"
          value={row.lots}
          onChange={(event) => onChange({ ...row, lots: event.target.value })}
          error={errors.lots && fieldText(errors.lots)}
          hint={t(lotOfToday(contract))}
        />
        <PendingField
          {...later}
          setting="sl_buffer"
          label={t`Stop-loss buffer (₹)`}
          required
          inputMode="numeric"
          autoComplete="off"
          value={row.slBuffer}
          onChange={(event) => onChange({ ...row, slBuffer: event.target.value })}
          error={errors.slBuffer && fieldText(errors.slBuffer)}
          hint={
            Number(row.slBuffer) === 0
              ? t`At 0 the stop may not fill in a fast market`
              : t`Limit below trigger. More fills, worse price.`
          }
        />
        <Toggle
          label={t`Auto execute`}
          note={t`Trades automatically`}
          checked={row.autoExecute}
          onChange={(autoExecute) => onChange({ ...row, autoExecute })}
        >
          <PendingChange {...later} setting="auto_execute" />
        </Toggle>
        <Toggle
          label={t`Trailing stop-loss`}
          note={t`Moves the stop up, never down`}
          checked={row.trailing}
          onChange={(trailing) => onChange({ ...row, trailing })}
        >
          <PendingChange {...later} setting="tsl_enabled" />
        </Toggle>
        <Approval row={row} errors={errors} later={later} onChange={onChange} />
      </div>
      <p className="mt-3 text-xs text-ink-3">
        <Trans>
          Lots are the most one entry buys. It buys fewer, or none, when the risk budget of your capital, the cash at
          your broker, the rest of your daily loss limit or the units on offer allow no more.
        </Trans>
      </p>
      {contract?.contract_lot !== undefined && <Today contract={contract} lots={Number(row.lots)} />}
    </section>
  )
}

/** Whether entries ask their user first, and how long they wait. */
function Approval({
  row,
  errors,
  later,
  onChange,
}: Pick<StrategyRowProps, 'row' | 'errors' | 'onChange'> & {
  later: { pending: StrategyRowProps['pending']; symbol: DraftRow['symbol'] }
}) {
  const { t } = useLingui()
  const { initial, min, max } = USER_LIMITS.approvalSeconds
  const { approvalSeconds } = row
  return (
    <Toggle
      label={t`Ask me before each entry`}
      note={t`Take or skip each entry. No answer is a skip.`}
      checked={approvalSeconds !== null}
      onChange={(asks) => onChange({ ...row, approvalSeconds: asks ? String(initial) : null })}
    >
      {approvalSeconds === null ? (
        <PendingChange {...later} setting="approval_seconds" />
      ) : (
        <div className="mt-3">
          <PendingField
            {...later}
            setting="approval_seconds"
            label={t`Seconds to answer`}
            required
            inputMode="numeric"
            autoComplete="off"
            value={approvalSeconds}
            onChange={(event) => onChange({ ...row, approvalSeconds: event.target.value })}
            error={errors.approvalSeconds && fieldText(errors.approvalSeconds)}
            hint={t`${min} to ${max}`}
          />
        </div>
      )}
    </Toggle>
  )
}

/** One lot as orders count it: the contract's of today, never the estimate's. */
function lotOfToday(contract: StrategyRowProps['contract']): MessageDescriptor {
  const { contract_lot: lot, present_premium: premium } = contract ?? {}
  if (lot === undefined) return msg`Orders use the lot size of today’s contract`
  if (premium === undefined) return msg`1 lot = ${lot} units today`
  const cost = wholeRupeesText(premium * lot)
  return msg`1 lot = ${lot} units, about ${cost} today`
}

/** What the estimate assumes, and which lot size orders use where that is another one. */
function Assumption({ symbol, lot }: { symbol: DraftRow['symbol']; lot: number | undefined }) {
  const assumed = ESTIMATE_LOT_SIZE[symbol]
  const premium = formatWholeRupees(ESTIMATE_PREMIUM[symbol])
  return (
    <p className="text-xs">
      {lot === undefined || lot === assumed ? (
        <Trans>
          Assumes lots of {assumed} units at {premium}.
        </Trans>
      ) : (
        <Trans>
          Assumes lots of {assumed} units at {premium}. Orders use today’s lots of {lot} units.
        </Trans>
      )}
    </p>
  )
}

function Toggle({
  label,
  note,
  checked,
  onChange,
  children,
}: {
  label: string
  note: string
  checked: boolean
  onChange: (checked: boolean) => void
  children: ReactNode
}) {
  return (
    <div>
      <p aria-hidden="true" className="mb-1.5 text-sm font-medium">
        {label}
      </p>
      <div className="flex h-10 items-center">
        <Switch label={label} checked={checked} onChange={onChange} />
      </div>
      <p className="mt-1.5 text-xs text-ink-3">{note}</p>
      {children}
    </div>
  )
}

/** The contract as it trades today, beside the estimate's assumptions. */
function Today({ contract, lots }: { contract: TradeSettingsReply['strategies'][number]; lots: number }) {
  const { t } = useLingui()
  const { contract_lot: lot, present_premium: premium, one_lot_risk: risk } = contract
  if (lot === undefined) return null
  const cost = premium === undefined ? undefined : premium * lot
  return (
    <dl className="mt-4 flex flex-wrap gap-x-8 gap-y-2 rounded-md bg-sunken px-4 py-3 text-sm">
      <Fact name={t`Lot size orders use today`} value={t`${lot} units`} />
      {premium !== undefined && <Fact name={t`Option premium`} value={rupeesText(premium)} />}
      {cost !== undefined && <Fact name={t`One lot costs`} value={wholeRupeesText(cost)} />}
      {risk !== undefined && <Fact name={t`Risk per lot (to stop)`} value={wholeRupeesText(risk)} strong />}
      {cost !== undefined && Number.isSafeInteger(lots) && lots > 1 && (
        <Fact name={t`${lots} lots cost`} value={wholeRupeesText(cost * lots)} />
      )}
      {contract.premium_at !== undefined && (
        <Fact name={t`Prices as of`} value={`${wireDay(contract.premium_at)}, ${wireTime(contract.premium_at)}`} />
      )}
    </dl>
  )
}

function Fact({ name, value, strong = false }: { name: string; value: string; strong?: boolean }) {
  return (
    <div>
      <dt className="text-xs text-ink-3">{name}</dt>
      <dd className={cx('font-medium', strong && 'text-down')}>{value}</dd>
    </div>
  )
}
