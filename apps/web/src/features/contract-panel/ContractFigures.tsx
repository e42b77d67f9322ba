import { useLingui } from '@lingui/react/macro'
import { formatLakh } from '@strikewise/domain/money/format.ts'
import { rupeesText, signedText } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'
import { DETAIL_COLUMNS, type OptionDetails } from '../option-chain/DetailCells.tsx'

interface ContractFiguresProps {
  /** Rupees; 0: not traded today. */
  price: number
  /** Units. */
  openInterest: number
  /** Undefined: not known now. */
  details: OptionDetails | undefined
}

/** What is known of a contract, each figure under its full name; a dash for what is not known. */
export function ContractFigures({ price, openInterest, details }: ContractFiguresProps) {
  const { t } = useLingui()
  const close = details?.prev_close ?? undefined
  const change = price === 0 || close === undefined ? undefined : price - close
  return (
    <>
      <p className="mt-2 flex items-baseline gap-2 tabular-nums">
        <span className="text-xl font-semibold text-ink">{price === 0 ? t`No trade today` : rupeesText(price)}</span>
        {change !== undefined && close !== undefined && (
          <span className={cx('text-sm', change > 0 && 'text-up', change < 0 && 'text-down')}>
            {signedText(change)} ({signedText((100 * change) / close)} %)
          </span>
        )}
      </p>
      <dl className="mt-3 grid grid-cols-[1fr_auto] gap-x-4 gap-y-1 text-sm">
        <Figure label={t`Open interest, lakh`} text={formatLakh(openInterest)} />
        {DETAIL_COLUMNS.map(({ key, title, text }) => (
          <Figure key={key} label={t(title)} text={details === undefined ? undefined : text(details)} />
        ))}
      </dl>
    </>
  )
}

function Figure({ label, text = '–' }: { label: string; text: string | undefined }) {
  return (
    <>
      <dt className="text-ink-3">{label}</dt>
      <dd className="text-right text-ink tabular-nums">{text}</dd>
    </>
  )
}
