import { KiteTicker } from 'kiteconnect'

/**
 * Runs in a child process, since the client's state is global and it may end the process: the official ticker client
 * subscribes, and every event goes to standard output as a line of JSON. Arguments: root, api key, access token, tokens.
 */
const [root, apiKey, accessToken, ...tokens] = process.argv.slice(2) as [string, string, string, ...string[]]
// The package's types ask for more than it reads.
const ticker = new KiteTicker({ api_key: apiKey, access_token: accessToken, root, reconnect: false } as never)
const say = (event: string, data: unknown): void => void process.stdout.write(`${JSON.stringify({ event, data })}\n`)

ticker.on('ticks', (ticks: unknown) => say('ticks', ticks))
ticker.on('order_update', (order: unknown) => say('order', order))
ticker.on('message', (frame: { byteLength?: number }) => {
  if (frame.byteLength === 1) say('heartbeat', null)
})
ticker.on('disconnect', () => say('disconnect', null))
ticker.on('connect', () => {
  ticker.subscribe(tokens.map(Number))
  ticker.setMode('full', tokens.map(Number))
  say('connect', null)
})
ticker.connect()
