import { Trans, useLingui } from '@lingui/react/macro'
import { memo } from 'react'
import { cx } from '../../ui/cx.ts'
import type { CHAIN_COLUMNS, ChainColumn } from './chain-columns.tsx'
import { STICKY_COLUMN } from './ChainGridRow.tsx'
import type { Side } from './DetailCells.tsx'

const head = 'min-h-8 content-center border-b bg-sunken px-1 text-xs font-medium whitespace-nowrap text-ink-3'

/** The two head rows of the page's table, in sight while the strikes scroll. */
export const ChainGridHead = memo(function ChainGridHead({ columns }: { columns: (typeof CHAIN_COLUMNS)['desktop'] }) {
  return (
    <thead className="sticky top-0 z-2 grid grid-cols-(--chain-columns)">
      <tr aria-rowindex={1} className="contents">
        <th
          scope="colgroup"
          colSpan={columns.call.length}
          style={{ gridColumn: `span ${columns.call.length}` }}
          className={cx(head, 'text-right')}
        >
          <Trans>Calls (CE)</Trans>
        </th>
        <th scope="col" rowSpan={2} className={cx(head, 'row-span-2 border-x text-center', STICKY_COLUMN)}>
          <Trans>Strike</Trans>
        </th>
        <th
          scope="colgroup"
          colSpan={columns.put.length}
          style={{ gridColumn: `span ${columns.put.length}` }}
          className={cx(head, 'text-left')}
        >
          <Trans>Puts (PE)</Trans>
        </th>
      </tr>
      <tr aria-rowindex={2} className="contents">
        <Heads columns={columns.call} side="call" />
        <Heads columns={columns.put} side="put" />
      </tr>
    </thead>
  )
})

function Heads({ columns, side }: { columns: readonly ChainColumn[]; side: Side }) {
  const { t } = useLingui()
  return columns.map(({ key, head: short, title, align }) => (
    <th
      key={key}
      scope="col"
      title={title === undefined ? undefined : t(title)}
      className={cx(head, align === 'center' ? 'text-center' : side === 'call' ? 'text-right' : 'text-left')}
    >
      {short}
      {title !== undefined && <span className="sr-only">, {t(title)}</span>}
    </th>
  ))
}
