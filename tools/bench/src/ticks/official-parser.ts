import { KiteTicker } from 'kiteconnect'

/** A full packet as the broker's own client gives it: rupees, dates, an object a tick. Its types leave fields out. */
export interface OfficialTick {
  readonly instrument_token: number
  readonly last_price: number
  readonly last_traded_quantity: number
  readonly average_traded_price: number
  readonly volume_traded: number
  readonly total_buy_quantity: number
  readonly total_sell_quantity: number
  readonly ohlc: { readonly open: number; readonly high: number; readonly low: number; readonly close: number }
  readonly oi: number
  readonly oi_day_high: number
  readonly oi_day_low: number
  readonly last_trade_time: Date | null
  readonly exchange_timestamp: Date | null
  readonly depth: Readonly<Record<'buy' | 'sell', readonly { quantity: number; price: number }[]>>
}

// The parser is there and works; the package's types keep it to themselves.
const client = new KiteTicker({ api_key: 'bench', access_token: 'bench' }) as unknown as {
  parseBinary(frame: ArrayBufferLike): OfficialTick[]
}

/** The official parser, unmodified. */
export function officialTicks(frame: Uint8Array): OfficialTick[] {
  return client.parseBinary(frame.buffer)
}
