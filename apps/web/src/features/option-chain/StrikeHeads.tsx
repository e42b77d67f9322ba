import { Trans } from '@lingui/react/macro'
import { cx } from '../../ui/cx.ts'
import { DetailHeads, EXTRA_COLUMNS } from './DetailCells.tsx'

const head = 'h-8 border-b bg-sunken px-1 sm:px-2 text-xs font-medium whitespace-nowrap text-ink-3'

/** Stays at either edge while the rest is scrolled; important, since cells are positioned for their bars. */
export const STICKY_STRIKE = 'sticky! right-0 left-0 z-1'

/** The two head rows of the table of strikes: calls, strike, puts, and what stands below each. */
export function StrikeHeads({ extra }: { extra: boolean }) {
  const columns = extra ? 3 + EXTRA_COLUMNS : 3
  return (
    <thead>
      <tr>
        <th scope="colgroup" colSpan={columns} className={cx(head, 'border-r', extra ? 'text-right' : 'text-center')}>
          <Trans>Calls (CE)</Trans>
        </th>
        <th scope="col" rowSpan={2} className={cx(head, 'text-center', extra && STICKY_STRIKE)}>
          <Trans>Strike</Trans>
        </th>
        <th scope="colgroup" colSpan={columns} className={cx(head, 'border-l', extra ? 'text-left' : 'text-center')}>
          <Trans>Puts (PE)</Trans>
        </th>
      </tr>
      <tr>
        {extra && <DetailHeads side="call" className={head} />}
        <th scope="col" className={cx(head, 'text-right')}>
          OI
        </th>
        <th scope="col" className={cx(head, 'text-right')}>
          LTP
        </th>
        <th scope="col" className={cx(head, 'border-r text-center')}>
          {/* untranslated: a sign and a short name */}
          &gt; EMA
        </th>
        <th scope="col" className={cx(head, 'border-l text-center')}>
          {/* untranslated: a sign and a short name */}
          &gt; EMA
        </th>
        <th scope="col" className={cx(head, 'text-left')}>
          LTP
        </th>
        <th scope="col" className={cx(head, 'text-left')}>
          OI
        </th>
        {extra && <DetailHeads side="put" className={head} />}
      </tr>
    </thead>
  )
}
