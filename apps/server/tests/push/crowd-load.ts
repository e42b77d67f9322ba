// Many streaming pages on one web process, of which some are read and timed: `node crowd-load.ts <file with the served pages>
// stream|bare <connections> <seconds>`; prints what each connection cost and how late the events were.
import { readFileSync } from 'node:fs'
import { setTimeout as delay } from 'node:timers/promises'
import { readStreamFrame } from '@strikewise/wire/live-stream.ts'
import { StreamReader } from '@strikewise/wire/stream-reader.ts'
import { WebSocket } from 'ws'
import type { ServedPages } from './page-server.ts'

export interface CrowdLoad {
  /** Of the server, collected, for each connection after the first ones. */
  readonly bytesEach: number
  /** Processor time of the server for each connection and second of the quiet stretch, in µs. */
  readonly cpuUsEach: number
  /** From the publication of an index price to the page that has it, in ms. */
  readonly quietMs: readonly number[]
  /** The same from the moment on at which every user's trades have changed at once. */
  readonly burstMs: readonly number[]
  /** Connections that ended by themselves. */
  readonly ended: number
  /** Handshakes that were refused, and tried again as pages do. */
  readonly refused: number
}

/** So many are open before memory is counted: the code is compiled then, and buffers are there. */
const FIRST = 200
const AT_A_TIME = 16
const A_USER = 5
/** Every so many is read. */
const READ_EVERY = 100
const SETTLE_MS = 5_000
const RETRY_MS = 1_000

const [file, mode] = [process.argv[2], process.argv[3]]
const [connections, seconds] = [Number(process.argv[4]), Number(process.argv[5])]
if (file === undefined || !(connections > 0) || !(seconds > 0))
  throw new Error('give the pages, how they are served, how many connections, and for how long')
const served = JSON.parse(readFileSync(file, 'utf8')) as ServedPages
const seen: { what: string; at: number }[] = []
const open: WebSocket[] = []
let ended = 0
let refused = 0
let isOver = false

const first = Math.min(FIRST, Math.floor(connections / 2))
await openUpTo(first)
const before = await rss()
await openUpTo(connections)
const bytesEach = ((await rss()) - before) / (connections - first)
seen.length = 0
const [usedUs, quietFrom] = [await cpuUs(), performance.now()]
await delay(seconds * 1000)
const cpuUsEach = ((await cpuUs()) - usedUs) / connections / ((performance.now() - quietFrom) / 1000)
const quietMs = await latencies()
if (mode === 'stream') await fetch(`${served.eventsUrl}/burst`)
await delay(seconds * 1000)
const burstMs = await latencies()
isOver = true
for (const socket of open) socket.terminate()
const load: CrowdLoad = { bytesEach, cpuUsEach, quietMs, burstMs, ended, refused }
console.log(JSON.stringify({ ready: true, ...load }))

async function openUpTo(count: number): Promise<void> {
  while (open.length < count) {
    const from = open.length
    const more = Math.min(AT_A_TIME, count - from)
    open.push(...(await Promise.all(Array.from({ length: more }, (_, index) => connect(from + index)))))
  }
  await delay(SETTLE_MS)
}

async function connect(index: number): Promise<WebSocket> {
  for (;;) {
    try {
      return await handshake(index)
    } catch (error) {
      refused += 1
      console.error(error instanceof Error ? error.message : error)
      await delay(RETRY_MS)
    }
  }
}

function handshake(index: number): Promise<WebSocket> {
  const user = served.users[Math.floor(index / A_USER)]
  const url = `${served.url.replace('http', 'ws')}/api/stream`
  const headers =
    user === undefined
      ? {}
      : { cookie: user.cookie, 'x-test-address': `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}` }
  const socket = new WebSocket(url, { headers, perMessageDeflate: false })
  return new Promise((resolve, reject) => {
    socket.once('error', reject)
    socket.once('open', () => {
      const { day } = served
      const topics = [
        'liveIndices',
        'signals.NIFTY',
        'optionChainTable.NIFTY',
        `userActiveTrades.${day}`,
        `livePnl.${day}`,
      ]
      socket.once('close', () => {
        if (!isOver) ended += 1
      })
      if (index % READ_EVERY === 0) read(socket)
      if (user !== undefined) socket.send(JSON.stringify({ topics }))
      resolve(socket)
    })
  })
}

function read(socket: WebSocket): void {
  const reader = new StreamReader()
  socket.on('message', (data: Buffer) => {
    const at = performance.timeOrigin + performance.now()
    if (mode === 'bare') return void seen.push({ what: data.toString(), at })
    for (const entry of readStreamFrame(data.toString()) ?? []) {
      if (entry.type !== 'keyframe' && entry.type !== 'delta') continue
      const change = reader.take(entry)
      if (change?.type === 'value' && change.topic === 'liveIndices')
        seen.push({ what: JSON.stringify(change.value), at })
    }
  })
}

async function rss(): Promise<number> {
  return (await (await fetch(`${served.eventsUrl}/memory`)).json()) as number
}

/** What the server has used since it started. */
async function cpuUs(): Promise<number> {
  return (await (await fetch(`${served.eventsUrl}/cpu`)).json()) as number
}

/** Each price that was seen since they were asked last, against its newest publication before that. */
async function latencies(): Promise<number[]> {
  const events = (await (await fetch(served.eventsUrl)).json()) as { what: string; at: number }[]
  const byWhat = Map.groupBy(events, ({ what }) => what)
  return seen.splice(0).flatMap(({ what, at }) => {
    const published = byWhat.get(what)?.findLast((event) => event.at <= at)
    return published === undefined ? [] : [at - published.at]
  })
}
