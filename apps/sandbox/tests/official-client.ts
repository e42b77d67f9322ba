import type { Product } from '@strikewise/domain/instruments/order-terms.ts'
import { KiteConnect } from 'kiteconnect'

/**
 * Runs in a child process: the official client, unmodified, makes every call the product makes and those that others
 * make, and its answers go to standard output as one JSON object. Arguments: root, api key, api secret, request token,
 * and another root of the same API.
 */
const [root, apiKey, apiSecret, requestToken, otherRoot] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
]
const kite = new KiteConnect({ api_key: apiKey, root })
const answers: Record<string, unknown> = {}

/** The client rejects with the broker's body, a plain object. */
const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'accepted',
    (body: unknown) => body,
  )
const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

answers['session'] = await kite.generateSession(requestToken, apiSecret)
answers['badSession'] = await refusal(kite.generateSession(requestToken, apiSecret))
kite.setAccessToken((answers['session'] as { access_token: string }).access_token)
answers['profile'] = await kite.getProfile()
const { access_token } = answers['session'] as { access_token: string }
answers['otherProfile'] = await new KiteConnect({ api_key: apiKey, access_token, root: otherRoot }).getProfile()
answers['margins'] = await kite.getMargins()
answers['equity'] = await kite.getMargins('equity')
answers['holdings'] = await kite.getHoldings()
// The package's types lack the call.
answers['auctions'] = await (kite as unknown as { getAuctionInstruments(): Promise<unknown> }).getAuctionInstruments()

/** The package declares rows of a type without an index; what comes are the columns of the CSV, by their names. */
const rowsOf = async (exchange?: 'NFO') =>
  // Typed too narrowly to be read as what it is.
  (await kite.getInstruments(exchange)) as unknown as Record<string, unknown>[]
const instruments = await rowsOf('NFO')
answers['instruments'] = {
  count: instruments.length,
  first: instruments.find((row) => row['instrument_type'] === 'CE'),
}
answers['allInstruments'] = (await rowsOf())
  .filter((row) => row['segment'] === 'INDICES')
  .map((row) => `${String(row['exchange'])}:${String(row['tradingsymbol'])}`)

const spot = (await kite.getLTP(['NSE:NIFTY 50', 'NSE:NIFTY BANK', 'NSE:NOTHING'])) as Record<
  string,
  { last_price: number }
>
answers['ltp'] = spot
const strike = Math.round(spot['NSE:NIFTY 50']!.last_price / 50) * 50
const near = instruments
  .filter((row) => row['name'] === 'NIFTY' && row['instrument_type'] === 'CE' && Number(row['strike']) === strike)
  .toSorted((a, b) => Number(a['expiry']) - Number(b['expiry']))[0]!
const symbol = String(near['tradingsymbol'])
const token = Number(near['instrument_token'])
const lot = Number(near['lot_size'])

// One quote call a second of market time: the clock runs at ×10.
await pause(150)
const readQuote = async () => ((await kite.getQuote([`NFO:${symbol}`])) as Record<string, QuoteRow>)[`NFO:${symbol}`]!
answers['quote'] = await readQuote()
await pause(150)
answers['ohlc'] = await kite.getOHLC([`NFO:${symbol}`])
answers['candles'] = await kite.getHistoricalData(256265, 'minute', '2026-09-16 09:15:00', '2026-09-16 09:20:00')
answers['candlesWithOi'] = await kite.getHistoricalData(
  token,
  '5minute',
  '2026-09-16 09:15:00',
  '2026-09-16 15:30:00',
  false,
  true,
)

const future = instruments
  .filter((row) => row['name'] === 'NIFTY' && row['instrument_type'] === 'FUT')
  .toSorted((a, b) => Number(a['expiry']) - Number(b['expiry']))[0]!
const daysOf = (continuous: boolean) =>
  kite.getHistoricalData(
    Number(future['instrument_token']),
    'day',
    '2026-02-02 00:00:00',
    '2026-09-15 23:59:59',
    continuous,
    true,
  )
answers['futureDays'] = await daysOf(false)
answers['continuousDays'] = await daysOf(true)

interface QuoteRow {
  readonly depth: { readonly buy: { price: number }[]; readonly sell: { price: number }[] }
  readonly lower_circuit_limit: number
}
// Read again: while the candles were read, the price may have run away from a limit near the first quote.
await pause(150)
const quote = await readQuote()
const bid = quote.depth.buy[0]!.price
const ask = quote.depth.sell[0]!.price
const tick = (price: number): number => Math.round(Math.round(price / 0.05) * 5) / 100
const order = {
  exchange: 'NFO',
  tradingsymbol: symbol,
  transaction_type: 'BUY',
  quantity: lot,
  product: 'NRML',
  order_type: 'LIMIT',
  price: tick(ask * 1.02),
  validity: 'IOC',
  tag: 'conformance1',
} as const

answers['badPrice'] = await refusal(kite.placeOrder('regular', { ...order, price: ask + 0.02 }))
answers['badQuantity'] = await refusal(kite.placeOrder('regular', { ...order, quantity: lot + 1 }))
answers['unprotected'] = await refusal(kite.placeOrder('regular', { ...order, order_type: 'MARKET', validity: 'DAY' }))
const entry = await kite.placeOrder('regular', { ...order })
const entryId = (entry as { order_id: string }).order_id
answers['entry'] = await settled(entryId)
answers['history'] = await kite.getOrderHistory(entryId)
answers['orderTrades'] = await kite.getOrderTrades(entryId)
answers['trades'] = await kite.getTrades()
answers['positions'] = await kite.getPositions()

const trigger = tick(bid * 0.8)
const stop = {
  ...order,
  transaction_type: 'SELL',
  order_type: 'SL',
  validity: 'DAY',
  trigger_price: trigger,
  price: tick(trigger * 0.95),
  tag: 'conformance2',
} as const
const stopId = ((await kite.placeOrder('regular', { ...stop })) as { order_id: string }).order_id
await settled(stopId)
await kite.modifyOrder('regular', stopId, {
  quantity: lot,
  order_type: 'SL',
  trigger_price: tick(bid * 0.85),
  price: tick(bid * 0.8),
  validity: 'DAY',
})
answers['stop'] = await settled(stopId)
await kite.cancelOrder('regular', stopId)
answers['cancelled'] = await settled(stopId)
// The package's types do not know market protection yet.
const exit = await kite.placeOrder('regular', {
  ...order,
  transaction_type: 'SELL',
  order_type: 'MARKET',
  validity: 'DAY',
  market_protection: -1,
  tag: 'conformance3',
} as never)
answers['exit'] = await settled((exit as { order_id: string }).order_id)
answers['flat'] = await kite.getPositions()

// Two legs far below the market, which rest; the package's types know the fields of an iceberg.
const iceberg = await kite.placeOrder('iceberg', {
  ...order,
  quantity: 2 * lot,
  validity: 'DAY',
  price: tick(bid * 0.8),
  iceberg_legs: 2,
  iceberg_quantity: lot,
  tag: 'conformance4',
})
const icebergId = (iceberg as { order_id: string }).order_id
answers['iceberg'] = await settled(icebergId)
answers['icebergAsRegular'] = await refusal(kite.cancelOrder('regular', icebergId))
await kite.cancelOrder('iceberg', icebergId)
answers['icebergCancelled'] = await settled(icebergId)
answers['icebergLegs'] = await refusal(
  kite.placeOrder('iceberg', { ...order, validity: 'DAY', iceberg_legs: 1, iceberg_quantity: lot }),
)
answers['amoInSession'] = await refusal(kite.placeOrder('amo', { ...order, validity: 'DAY' }))

// Its types for these three ask for fields the calls do without.
const item = { ...order, variety: 'regular', trigger_price: 0 } as const
answers['orderMargins'] = await kite.orderMargins([item] as never)
answers['basketMargins'] = await kite.orderBasketMargins([item] as never)
answers['charges'] = await kite.getvirtualContractNote([{ ...item, order_id: 'x', average_price: ask }] as never)
answers['missingOrder'] = await refusal(kite.getOrderHistory('1000000000000000000'))

/** Sales of one lot at the broker, each from its trigger price on. */
const gttOf = (triggers: number[], prices: number[], product: Product = 'NRML') => ({
  trigger_type: triggers.length === 2 ? kite.GTT_TYPE_OCO : kite.GTT_TYPE_SINGLE,
  exchange: 'NFO' as const,
  tradingsymbol: symbol,
  trigger_values: triggers,
  last_price: bid,
  orders: prices.map((price) => ({
    transaction_type: 'SELL' as const,
    quantity: lot,
    product,
    order_type: 'LIMIT' as const,
    price,
  })),
})
const far = tick(bid * 0.5)
const { trigger_id: gttId } = await kite.placeGTT(gttOf([far], [tick(far * 0.85)]))
answers['gttPlaced'] = await kite.getGTT(gttId)
answers['gttIntraday'] = await refusal(kite.placeGTT(gttOf([far], [tick(far * 0.85)], 'MIS')))
const both = gttOf([far, tick(bid * 2)], [tick(far * 0.85), tick(bid * 1.9)])
answers['gttModified'] = await kite.modifyGTT(gttId, both)
answers['gtts'] = await kite.getGTTs()
answers['gttDeleted'] = await kite.deleteGTT(gttId)
answers['gttAfter'] = await kite.getGTT(gttId)
answers['gttMissing'] = await refusal(kite.deleteGTT(1))
answers['loggedOut'] = await kite.invalidateAccessToken((answers['session'] as { access_token: string }).access_token)
answers['afterLogout'] = await refusal(kite.getProfile())

/** The order's row once it rests or is done; at ×10 that is a moment away. */
async function settled(orderId: string): Promise<unknown> {
  for (let tries = 0; tries < 100; tries += 1) {
    await pause(110)
    const rows = (await kite.getOrders()) as { order_id: string; status: string }[]
    const row = rows.find((row) => row.order_id === orderId)
    if (row !== undefined && /^(COMPLETE|CANCELLED|REJECTED|OPEN|TRIGGER PENDING)$/.test(row.status)) return row
  }
  throw new Error(`order ${orderId} did not settle`)
}

process.stdout.write(JSON.stringify({ ...answers, symbol, token, lot, bid, ask }))
