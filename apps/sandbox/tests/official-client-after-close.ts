import { KiteConnect } from 'kiteconnect'

/**
 * Runs in a child process: what the official client, unmodified, can do after the session, its answers as one JSON object
 * on standard output. Arguments: root, api key, access token, tradingsymbol, lot size, price.
 */
const [root, apiKey, accessToken, symbol, lot, price] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string,
  string,
]
const kite = new KiteConnect({ api_key: apiKey, access_token: accessToken, root })
const order = {
  exchange: 'NFO',
  tradingsymbol: symbol,
  transaction_type: 'BUY',
  quantity: Number(lot),
  product: 'NRML',
  order_type: 'LIMIT',
  price: Number(price),
  validity: 'DAY',
  tag: 'evening',
} as const
/** The client rejects with the broker's body, a plain object. */
const refusal = (work: Promise<unknown>): Promise<unknown> =>
  work.then(
    () => 'accepted',
    (body: unknown) => body,
  )
const rowOf = async (orderId: string) =>
  ((await kite.getOrders()) as { order_id: string }[]).find((row) => row.order_id === orderId)

const answers: Record<string, unknown> = {}
answers['regular'] = await refusal(kite.placeOrder('regular', { ...order }))
const { order_id } = (await kite.placeOrder('amo', { ...order })) as { order_id: string }
answers['placed'] = await rowOf(order_id)
await kite.modifyOrder('amo', order_id, { quantity: Number(lot), order_type: 'LIMIT', price: Number(price) - 1 })
answers['modified'] = await rowOf(order_id)
await kite.cancelOrder('amo', order_id)
answers['cancelled'] = await rowOf(order_id)
process.stdout.write(JSON.stringify(answers))
