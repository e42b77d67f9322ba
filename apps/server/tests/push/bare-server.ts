// The peer of `connections`: `ws` alone, which sends the same indices to each connection, one `send` each.
// `node bare-server.ts <file with the market>`; prints what `page-server.ts` prints, without users.
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'
import type { MarketMoment, ServedPages } from './page-server.ts'
import { processFigure } from './process-figures.ts'

const STEP_MS = 500
const MAX_EVENTS = 5000

const market = JSON.parse(readFileSync(process.argv[2]!, 'utf8')) as MarketMoment[]
const events: { what: string; at: number }[] = []
const server = createServer(({ url }, response) => {
  response.end(JSON.stringify(processFigure(url) ?? events))
})
const sockets = new WebSocketServer({ server, perMessageDeflate: false })
let moment = 0
setInterval(() => {
  const what = market[moment % market.length]!.snapshots['indices'] ?? ''
  moment += 1
  events.push({ what, at: performance.timeOrigin + performance.now() })
  if (events.length > MAX_EVENTS) events.shift()
  for (const client of sockets.clients) client.send(what)
}, STEP_MS)
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const served: ServedPages = { url, eventsUrl: url, day: '', users: [] }
  console.log(JSON.stringify({ ready: true, ...served }))
})
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
