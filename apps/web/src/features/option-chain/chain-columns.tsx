import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ReactNode } from 'react'
import { signedText } from '../../lib/format.ts'
import { cx } from '../../ui/cx.ts'
import type { TicketContract } from '../ticket/ticket-request.ts'
import { AboveEma } from './AboveEma.tsx'
import { ContractButton } from './ContractButton.tsx'
import { BuildUp, DETAIL_COLUMNS, type OptionDetails, type Side } from './DetailCells.tsx'
import { OiLane } from './OiLane.tsx'

/** One option of a strike as the page shows it. */
export interface ShownOption {
  readonly contract: TicketContract
  /** Rupees; 0: not traded today. */
  readonly price: number
  /** Units. */
  readonly openInterest: number
  readonly aboveEma: boolean | null
  readonly isWall: boolean
  /** Undefined: not known now. */
  readonly details: OptionDetails | undefined
}

export interface ChainColumn {
  readonly key: string
  /** Short, as chains write it. */
  readonly head: string
  /** In full, where the head is short for it. */
  readonly title: MessageDescriptor | undefined
  /** Pixels of a desktop's table, which fits a window of 1440 px with a scrollbar, and of a phone's. */
  readonly width: readonly [desktop: number, phone: number]
  readonly align?: 'center'
  readonly cell: (option: ShownOption, side: Side) => ReactNode
}

const PRICE: ChainColumn = {
  key: 'ltp',
  head: 'LTP',
  title: msg`Last traded price`,
  width: [64, 62],
  cell: ({ contract, price }) => <ContractButton contract={contract} price={price} />,
}

const CHANGE: ChainColumn = {
  key: 'change',
  head: 'Chg',
  title: msg`Change of the price since the previous close, ₹`,
  width: [56, 60],
  cell: ({ price, details }) => <PriceChange price={price} close={details?.prev_close ?? undefined} />,
}

const OPEN_INTEREST: ChainColumn = {
  key: 'oi',
  head: 'OI',
  title: msg`Open interest, lakh`,
  width: [95, 66],
  cell: ({ openInterest, isWall }, side) => <OiLane openInterest={openInterest} side={side} isWall={isWall} />,
}

const ABOVE_EMA: ChainColumn = {
  key: 'ema',
  // untranslated: a sign and a short name
  head: '> EMA',
  title: undefined,
  width: [44, 48],
  align: 'center',
  cell: ({ aboveEma }) => <AboveEma above={aboveEma} />,
}

const BUILD_UP: ChainColumn = {
  key: 'build_up',
  head: 'BU',
  title: msg`Build-up`,
  width: [30, 40],
  align: 'center',
  cell: ({ details }) => <BuildUp of={details?.build_up ?? undefined} />,
}

const WIDTHS: Readonly<Record<string, number>> = { oi_change: 62, volume: 62, theta: 46, gamma: 50 }

const DETAILS = DETAIL_COLUMNS.map(({ key, head, title, text }): ChainColumn => ({
  key,
  head,
  title,
  width: [WIDTHS[key] ?? 42, Math.max(56, WIDTHS[key] ?? 0)],
  cell: ({ details }) => (details === undefined ? undefined : text(details)) ?? '–',
}))
const [OI_CHANGE, ...OTHERS] = DETAILS as [ChainColumn, ...ChainColumn[]]

/** From the strike outwards. Of a phone's table the first two fit its window. */
const DESKTOP_COLUMNS: readonly ChainColumn[] = [
  PRICE,
  CHANGE,
  OPEN_INTEREST,
  OI_CHANGE,
  ...OTHERS,
  ABOVE_EMA,
  BUILD_UP,
]
const PHONE_COLUMNS: readonly ChainColumn[] = [PRICE, OPEN_INTEREST, OI_CHANGE, CHANGE, ...OTHERS, ABOVE_EMA, BUILD_UP]

const mirrored = (put: readonly ChainColumn[]) => ({ call: put.toReversed(), put })

/** Columns of each side from left to right: puts lead away from the strike, calls towards it. */
export const CHAIN_COLUMNS = { desktop: mirrored(DESKTOP_COLUMNS), phone: mirrored(PHONE_COLUMNS) }

/** A sign and a colour; a dash while the option has not traded, or the close is not known. */
function PriceChange({ price, close }: { price: number; close: number | undefined }) {
  if (close === undefined || price === 0) return '–'
  const change = price - close
  return <span className={cx(change > 0 && 'text-up', change < 0 && 'text-down')}>{signedText(change)}</span>
}
