import { signedRupeesText } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'

/** A net result in rupees, in the colour of its sign. */
export function NetAmount({ amount }: { amount: number }) {
  return (
    <span className={cx('font-semibold', amount > 0 && 'text-up', amount < 0 && 'text-down')}>
      {signedRupeesText(amount)}
    </span>
  )
}
