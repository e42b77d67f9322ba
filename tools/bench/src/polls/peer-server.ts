// A peer of `polls`: the same market data by Express, by Fastify, or by Node's own server with what was serialised once.
// `node peer-server.ts express|fastify|bare <file with the market>`; prints where it is.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import express from 'express'
import { fastify } from 'fastify'
import { pino } from 'pino'
import { openThreadBus } from '../../../../apps/server/src/bus/thread-bus.ts'
import { openMarketSnapshots } from '../../../../apps/server/src/snapshots/market-snapshots.ts'
import type { MarketMoment } from '../../../../apps/server/tests/push/page-server.ts'
import { PATHS, type PollPath } from './poll-paths.ts'

const STEP_MS = 500

const [kind, marketFile] = process.argv.slice(2)
if (marketFile === undefined) throw new Error('give the peer and the file with the market')
const moments = JSON.parse(readFileSync(marketFile, 'utf8')) as MarketMoment[]

const clock = {
  now: () => Date.now() as EpochMs,
  speed: () => 1,
  running: () => true,
  sleep: async (ms: number) => delay(ms),
  at: () => () => undefined,
}
const bus = openThreadBus('bench-polls', 'bench-polls')
const market = openMarketSnapshots(bus, clock, pino({ level: 'error' }))

/** What an elite user is answered at present, as objects and as bytes. */
const objects = new Map<PollPath, unknown>()
const buffers = new Map<PollPath, { body: Buffer; etag: string }>()

const readers: Readonly<Record<PollPath, () => Buffer>> = {
  indices: () => market.indices('elite').json,
  signals: () => market.signals('elite', 'NIFTY').json,
  near: () => market.chain('elite', 'NIFTY', 'near').json,
  all: () => market.chain('elite', 'NIFTY', 'all').json,
}

let moment = 0
function advance(): void {
  for (const [name, json] of Object.entries(moments[moment % moments.length]!.snapshots))
    bus.publish(`snapshot.${name}`, { version: moment, json })
  moment += 1
  for (const path of Object.keys(PATHS) as PollPath[]) {
    const body = readers[path]()
    objects.set(path, JSON.parse(body.toString()))
    buffers.set(path, { body, etag: `"${createHash('sha1').update(body).digest('base64url')}"` })
  }
}
advance()
setInterval(advance, STEP_MS)

const starters: Readonly<Record<string, () => Promise<Server>>> = {
  async express() {
    const app = express()
    app.disable('x-powered-by')
    for (const [path, url] of Object.entries(PATHS)) app.get(routeOf(url), answerOf(path as PollPath))
    return createServer(app).listen(0, '127.0.0.1')
  },
  async fastify() {
    const app = fastify()
    for (const [path, url] of Object.entries(PATHS))
      if (path !== 'all') app.get(routeOf(url), (request, reply) => reply.send(objects.get(pathOf(request.url))))
    await app.listen({ port: 0, host: '127.0.0.1' })
    return app.server
  },
  async bare() {
    return createServer((request, response) => {
      const { body, etag } = buffers.get(pathOf(request.url!))!
      response.setHeader('etag', etag)
      if (request.headers['if-none-match'] === etag) {
        response.statusCode = 304
        response.end()
        return
      }
      response.setHeader('content-type', 'application/json; charset=utf-8')
      response.setHeader('content-length', body.length)
      response.end(body)
    }).listen(0, '127.0.0.1')
  },
}

/** Express routes by the path alone: the chain's two lengths share one. */
function answerOf(path: PollPath): express.RequestHandler {
  return (request, response) => {
    response.json(objects.get(path === 'near' || path === 'all' ? pathOf(request.url) : path))
  }
}

function routeOf(url: string): string {
  return url.split('?')[0]!
}

const byUrl = new Map<string, PollPath>(Object.entries(PATHS).map(([path, url]) => [url, path as PollPath]))
function pathOf(url: string): PollPath {
  const path = byUrl.get(url)
  if (path === undefined) throw new Error(`nothing is served at ${url}`)
  return path
}

const start = starters[kind ?? '']
if (start === undefined) throw new Error(`no peer '${kind}': one of ${Object.keys(starters).join(', ')}`)
const server = await start()
if (!server.listening) await new Promise((resolve) => server.once('listening', resolve))
console.log(JSON.stringify({ ready: true, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }))
process.once('SIGTERM', () => process.exit(0))
process.once('disconnect', () => process.exit(0))
