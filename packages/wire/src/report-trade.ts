import type { IstDate } from '@strikewise/domain/time/ist.ts'
import * as z from 'zod'
import { entryFill } from './entry-fill.ts'
import { tradeOrigin } from './trade-origin.ts'
import { indexSymbol, instantText, istDateText, linkMode, optionSide, rupees } from './scalars.ts'

export const charges = z.object({
  brokerage: rupees,
  stt: rupees,
  exchange: rupees,
  sebi: rupees,
  stamp: rupees,
  gst: rupees,
  total: rupees,
})

/** A closed trade, from the broker's own fills. */
export const reportTrade = z
  .object({
    trade_id: z.string(),
    mode: linkMode,
    day: istDateText,
    symbol: indexSymbol,
    strike: z.number(),
    side: optionSide,
    tradingsymbol: z.string(),
    entry_time: instantText,
    exit_time: instantText,
    quantity: z.number(),
    /** Units of them that were sold in a part exit, while the rest stayed. */
    part_exit_quantity: z.number().optional(),
    /** Price × quantity of all fills. */
    bought_for: rupees,
    sold_for: rupees,
    gross: rupees,
    charges,
    net: rupees,
    /** `net` in multiples of the risk the trade was opened with; null for units that were sold short and bought back. */
    r: z.number().nullable(),
    exit_reason: z.string(),
    /** Of a manual trade its ticket. */
    decision_id: z.string(),
    origin: tradeOrigin,
    /** Missing for units that were sold short and bought back, and in daily reports from before it was stored. */
    entry_fill: entryFill.optional(),
  })
  .meta({ id: 'ReportTrade' })
export type ReportTradeRow = z.infer<typeof reportTrade>

/** Where closed trades are listed. */
export type TradeListing = 'screen' | 'mail' | 'pdf' | 'csv'

/** What a column's value is, by its unit: each listing shows a unit in its own way. */
interface ColumnValues {
  /** A name or id, as it is. */
  readonly text: string
  readonly day: IstDate
  /** With its day where the list spans days. */
  readonly instant: string
  readonly time: string
  readonly contract: Pick<ReportTradeRow, 'symbol' | 'strike' | 'side' | 'tradingsymbol' | 'decision_id' | 'origin'>
  readonly exit_reason: string
  readonly count: number
  /** Rupees, never below 0. */
  readonly amount: number
  /** Rupees, with their sign. */
  readonly result: number
  /** Rupees, with their sign; null: not known. */
  readonly difference: number | null
  /** The result that counts: it stands out. */
  readonly net: number
  /** A multiple of something, with its sign; null: not known. */
  readonly multiple: number | null
  /** Milliseconds. */
  readonly duration: number
}
export type ColumnUnit = keyof ColumnValues

export type TradeColumnDefinition = {
  [U in ColumnUnit]: {
    readonly unit: U
    readonly value: (trade: ReportTradeRow) => ColumnValues[U]
    readonly in: readonly TradeListing[]
  }
}[ColumnUnit]

const LISTS = ['screen', 'mail', 'pdf'] as const
const EVERYWHERE = [...LISTS, 'csv'] as const

/**
 * The columns of a list of closed trades, in their order, for the screen, mails, PDF and CSV. A column's title is the label
 * `trade_column.<name>` of the catalogues. How to add one: docs/how-to/add-a-report-column.md.
 */
export const TRADE_COLUMNS = {
  day: { unit: 'day', value: (trade) => trade.day, in: ['csv'] },
  account: { unit: 'text', value: (trade) => trade.mode, in: ['csv'] },
  trade: { unit: 'text', value: (trade) => trade.trade_id, in: ['csv'] },
  symbol: { unit: 'text', value: (trade) => trade.symbol, in: ['csv'] },
  tradingsymbol: { unit: 'text', value: (trade) => trade.tradingsymbol, in: ['csv'] },
  strike: { unit: 'count', value: (trade) => trade.strike, in: ['csv'] },
  side: { unit: 'text', value: (trade) => trade.side, in: ['csv'] },
  entry: { unit: 'instant', value: (trade) => trade.entry_time, in: EVERYWHERE },
  exit: { unit: 'time', value: (trade) => trade.exit_time, in: ['screen', 'csv'] },
  contract: { unit: 'contract', value: (trade) => trade, in: LISTS },
  exit_reason: { unit: 'exit_reason', value: (trade) => trade.exit_reason, in: EVERYWHERE },
  qty: { unit: 'count', value: (trade) => trade.quantity, in: LISTS },
  quantity: { unit: 'count', value: (trade) => trade.quantity, in: ['csv'] },
  bought_for: { unit: 'amount', value: (trade) => trade.bought_for, in: ['csv'] },
  sold_for: { unit: 'amount', value: (trade) => trade.sold_for, in: ['csv'] },
  gross: { unit: 'result', value: (trade) => trade.gross, in: EVERYWHERE },
  brokerage: { unit: 'amount', value: (trade) => trade.charges.brokerage, in: ['csv'] },
  stt: { unit: 'amount', value: (trade) => trade.charges.stt, in: ['csv'] },
  exchange: { unit: 'amount', value: (trade) => trade.charges.exchange, in: ['csv'] },
  sebi: { unit: 'amount', value: (trade) => trade.charges.sebi, in: ['csv'] },
  stamp: { unit: 'amount', value: (trade) => trade.charges.stamp, in: ['csv'] },
  gst: { unit: 'amount', value: (trade) => trade.charges.gst, in: ['csv'] },
  charges: { unit: 'amount', value: (trade) => trade.charges.total, in: EVERYWHERE },
  net: { unit: 'net', value: (trade) => trade.net, in: EVERYWHERE },
  r: { unit: 'multiple', value: (trade) => trade.r, in: EVERYWHERE },
  held: {
    unit: 'duration',
    value: (trade) => Date.parse(trade.exit_time) - Date.parse(trade.entry_time),
    in: EVERYWHERE,
  },
  part_exit: { unit: 'count', value: (trade) => trade.part_exit_quantity ?? 0, in: ['csv'] },
  entry_fill: { unit: 'difference', value: (trade) => trade.entry_fill?.difference ?? null, in: ['screen', 'csv'] },
  entry_fill_r: { unit: 'multiple', value: (trade) => trade.entry_fill?.r ?? null, in: ['screen', 'pdf', 'csv'] },
} as const satisfies Readonly<Record<string, TradeColumnDefinition>>

export type TradeColumn = keyof typeof TRADE_COLUMNS

/** The columns of a list, by name. */
export function tradeColumns(listing: TradeListing): readonly (readonly [TradeColumn, TradeColumnDefinition])[] {
  const all = Object.entries(TRADE_COLUMNS) as [TradeColumn, TradeColumnDefinition][]
  return all.filter(([, column]) => column.in.includes(listing))
}

const FIGURES: ReadonlySet<ColumnUnit> = new Set([
  'count',
  'amount',
  'result',
  'difference',
  'net',
  'multiple',
  'duration',
])

/** Whether a column's values stand under each other as figures do. */
export function holdsFigures({ unit }: TradeColumnDefinition): boolean {
  return FIGURES.has(unit)
}
