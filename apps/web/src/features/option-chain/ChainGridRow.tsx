import { useLingui } from '@lingui/react/macro'
import type { IndexSymbol, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import type { OptionChainRow } from '@strikewise/wire/option-chain.ts'
import { Diamond } from 'lucide-react'
import { memo } from 'react'
import { cx } from '../../ui/cx.ts'
import type { CHAIN_COLUMNS, ChainColumn, ShownOption } from './chain-columns.tsx'
import type { OptionDetails, Side } from './DetailCells.tsx'

/** In the money. */
const ITM = 'bg-warn-soft/60'

/** Stays at either edge while the rest is scrolled. */
export const STICKY_COLUMN = 'sticky right-0 left-0 z-1'

export interface ChainGridRowProps {
  row: OptionChainRow
  columns: (typeof CHAIN_COLUMNS)['desktop']
  symbol: IndexSymbol
  /** Which of the two options is worth exercising at the index; undefined while the index is not known. */
  inMoney: Side | undefined
  atTheMoney: boolean
  callWall: boolean
  putWall: boolean
  maxPain: boolean
  callHeld: boolean
  putHeld: boolean
  call: OptionDetails | undefined
  put: OptionDetails | undefined
}

/** One strike: the call's cells, the strike, the put's cells. Only a row whose figures changed is rendered again. */
export const ChainGridRow = memo(function ChainGridRow(props: ChainGridRowProps) {
  const { row, columns, symbol, inMoney, atTheMoney } = props
  const { strike } = row
  const call: ShownOption = {
    contract: { symbol, strike, side: 'CE' },
    price: row.ce_ltp,
    openInterest: row.ce_oi,
    aboveEma: row.ce_above_ema,
    isWall: props.callWall,
    details: props.call,
  }
  const put: ShownOption = {
    contract: { symbol, strike, side: 'PE' },
    price: row.pe_ltp,
    openInterest: row.pe_oi,
    aboveEma: row.pe_above_ema,
    isWall: props.putWall,
    details: props.put,
  }
  return (
    <tr
      data-strike={strike}
      aria-current={atTheMoney || undefined}
      className={cx('last:[&>*]:border-b-0', atTheMoney && 'bg-accent-soft')}
    >
      <Cells columns={columns.call} side="call" option={call} inMoney={inMoney === 'call'} />
      <StrikeCell {...props} />
      <Cells columns={columns.put} side="put" option={put} inMoney={inMoney === 'put'} />
    </tr>
  )
})

interface CellsProps {
  columns: readonly ChainColumn[]
  side: Side
  option: ShownOption
  inMoney: boolean
}

function Cells({ columns, side, option, inMoney }: CellsProps) {
  return columns.map(({ key, align, cell }) => (
    <td
      key={key}
      role="gridcell"
      tabIndex={key === 'ltp' ? undefined : -1}
      data-side={side}
      className={cx(
        'h-8 border-b px-1 whitespace-nowrap focus-visible:-outline-offset-2',
        align === 'center' ? 'text-center' : side === 'call' ? 'text-right' : 'text-left',
        key === 'ltp' ? 'text-sm font-medium' : key === 'oi' ? 'text-xs text-ink' : 'text-xs text-ink-2',
        inMoney && ITM,
      )}
    >
      {cell(option, side)}
    </td>
  ))
}

/** The strike with what is marked at it, as text and shape: held contracts, max pain, the money. */
function StrikeCell({ row, atTheMoney, maxPain, callHeld, putHeld }: ChainGridRowProps) {
  const { t } = useLingui()
  return (
    <th
      scope="row"
      tabIndex={-1}
      className={cx(
        'h-8 border-x border-b px-0.5 text-sm font-semibold focus-visible:-outline-offset-2',
        STICKY_COLUMN,
        atTheMoney ? 'bg-accent-soft text-accent-text' : 'bg-sunken text-ink',
      )}
    >
      <span className="flex items-center justify-center gap-1 max-sm:flex-col max-sm:gap-0">
        {callHeld && <HeldMark side="CE" />}
        {row.strike}
        {putHeld && <HeldMark side="PE" />}
      </span>
      {maxPain && <span aria-hidden="true" className="absolute inset-y-1.5 right-0.5 w-1 rounded-full bg-warn-fill" />}
      {atTheMoney && <span className="sr-only"> ({t`at the money`})</span>}
      {maxPain && <span className="sr-only"> ({t`max pain`})</span>}
    </th>
  )
}

/** A contract of the user's open trades. */
function HeldMark({ side }: { side: OptionSide }) {
  const { t } = useLingui()
  return (
    <span className="inline-flex items-center gap-0.5 text-2xs leading-none font-bold text-accent-text">
      <Diamond aria-hidden="true" className="size-2.5 fill-current" />
      <span aria-hidden="true">{side}</span>
      <span className="sr-only">({t`${side} held`})</span>
    </span>
  )
}
