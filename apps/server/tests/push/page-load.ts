// The pages of `push`: each asks for what the dashboard of an elite user with an open trade asks for.
// `node page-load.ts <file with the served pages> polling|stream|idle <seconds>`; prints what it cost.
import { readFileSync } from 'node:fs'
import { Agent, request as httpRequest } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { readStreamFrame, topicText, type StreamTopic } from '@strikewise/wire/live-stream.ts'
import { StreamReader } from '@strikewise/wire/stream-reader.ts'
import { istDate } from '@strikewise/domain/time/ist.ts'
import { WebSocket } from 'ws'
import type { ServedPages } from './page-server.ts'

export interface PageLoad {
  /** CPU of the server over the whole stretch, in ms. */
  readonly serverCpuMs: number
  readonly seconds: number
  /** Read from and written to the network by all pages, in bytes. */
  readonly bytes: number
  readonly requests: number
  readonly failures: number
  /** From the publication of an index price, or of the option's price, to the page that has it, in ms. */
  readonly latencyMs: readonly number[]
}

type User = ServedPages['users'][number]
interface Poll {
  readonly path: string
  readonly everyMs: number
}

/** As the dashboard's queries ask, and as they ask while the stream is open. */
function pollsOf({ uid, tradeId }: User, day: string, isStreamed: boolean): Poll[] {
  const own = new URLSearchParams({ uid, date: day }).toString()
  // The chart asks for what may have changed.
  const from = Date.parse(`${day}T10:00:00+05:30`)
  const rare = [
    { path: `/api/user_trade_logs?${own}&closed_only=true`, everyMs: isStreamed ? 300_000 : 10_000 },
    { path: `/api/entry_refusals?${own}&limit=100`, everyMs: isStreamed ? 300_000 : 10_000 },
    { path: '/api/me', everyMs: isStreamed ? 300_000 : 30_000 },
    { path: '/api/notices', everyMs: isStreamed ? 300_000 : 15_000 },
    { path: `/api/trade_chart?uid=${uid}&trade_id=${tradeId}&from=${from}`, everyMs: isStreamed ? 60_000 : 2000 },
  ]
  if (isStreamed) return rare
  return [
    { path: '/api/live_indices', everyMs: 2000 },
    { path: '/api/signals?symbol=NIFTY', everyMs: 1000 },
    { path: '/api/option_chain_table', everyMs: 1000 },
    { path: `/api/decisions?symbol=NIFTY&date=${day}&limit=1`, everyMs: 2000 },
    { path: `/api/live_pnl?${own}`, everyMs: 2000 },
    { path: '/api/clock', everyMs: 15_000 },
    { path: '/api/news', everyMs: 60_000 },
    ...rare,
  ]
}

const topicsOf = (day: string): StreamTopic[] => {
  const date = istDate(day)
  return [
    { route: 'liveIndices' },
    { route: 'news' },
    { route: 'signals', symbol: 'NIFTY' },
    { route: 'optionChainTable', symbol: 'NIFTY' },
    { route: 'optionChainWalls', symbol: 'NIFTY' },
    { route: 'decisions', symbol: 'NIFTY', date },
    { route: 'userActiveTrades', date },
    { route: 'livePnl', date },
  ]
}

const [file, mode, seconds] = [process.argv[2], process.argv[3], Number(process.argv[4])]
if (file === undefined || mode === undefined || !(seconds > 0))
  throw new Error('give the pages, how they ask, and for how long')
const served = JSON.parse(readFileSync(file, 'utf8')) as ServedPages
const count = { bytes: 0, requests: 0, failures: 0, isCounting: false }
/** When a page first had each price of the indices and of the option. */
const seen: { what: string; at: number }[] = []

class Page {
  readonly #user: User
  readonly #address: string
  /** A browser keeps connections open: six at most, of which polling uses few. */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 6 })
  readonly #etags = new Map<string, string>()
  readonly #reader = new StreamReader()
  readonly #timers: NodeJS.Timeout[] = []
  #socket: WebSocket | undefined
  #lastPrice = ''

  constructor(user: User, at: number) {
    this.#user = user
    this.#address = `10.1.${Math.floor(at / 250)}.${at % 250}`
  }

  #headers(): Record<string, string> {
    return { cookie: this.#user.cookie, 'x-test-address': this.#address }
  }

  get(path: string): Promise<string> {
    const etag = this.#etags.get(path)
    return new Promise((resolve, reject) => {
      const sent = httpRequest(
        `${served.url}${path}`,
        {
          agent: this.#agent,
          headers: {
            ...this.#headers(),
            accept: 'application/json',
            'accept-encoding': 'gzip',
            'user-agent':
              'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36',
            ...(etag === undefined ? {} : { 'if-none-match': etag }),
          },
        },
        (response) => {
          const chunks: Buffer[] = []
          response.on('data', (chunk: Buffer) => chunks.push(chunk))
          response.once('end', () => {
            const { etag: fresh, 'cache-control': cache } = response.headers
            if (fresh !== undefined && cache !== 'no-store') this.#etags.set(path, fresh)
            if (response.statusCode! >= 400) {
              console.error(path, response.statusCode)
              count.failures += 1
            }
            resolve(Buffer.concat(chunks).toString('latin1'))
          })
          response.once('error', reject)
        },
      )
      sent.once('error', (error: NodeJS.ErrnoException) => {
        // The server had just closed a connection that was idle: browsers ask again as well.
        if (sent.reusedSocket && error.code === 'ECONNRESET') resolve(this.get(path))
        else reject(error)
      })
      sent.once('socket', (socket) => {
        if (!sockets.has(socket)) sockets.set(socket, { read: 0, written: 0 })
      })
      sent.end()
      count.requests += 1
    })
  }

  /** Begins apart from the other pages, as they do. */
  poll(polls: readonly Poll[]): void {
    for (const { path, everyMs } of polls) {
      const ask = () =>
        void this.get(path).catch((error: unknown) => {
          console.error(path, error)
          count.failures += 1
        })
      this.#timers.push(
        setTimeout(() => {
          ask()
          this.#timers.push(setInterval(ask, everyMs))
        }, Math.random() * everyMs),
      )
    }
  }

  /** The trades socket of the specification, which a polling page has beside its polls. */
  followTrades(): Promise<void> {
    const query = new URLSearchParams({ uid: this.#user.uid, date: served.day }).toString()
    return this.#open(`/api/ws/user_active_trades?${query}`, () => {})
  }

  stream(): Promise<void> {
    const opened = this.#open('/api/stream', (text) => {
      const at = performance.timeOrigin + performance.now()
      for (const entry of readStreamFrame(text) ?? []) {
        if (entry.type !== 'keyframe' && entry.type !== 'delta') continue
        const change = this.#reader.take(entry)
        if (change?.type === 'gap') count.failures += 1
        if (change?.type !== 'value' || !count.isCounting) continue
        if (change.topic === 'liveIndices') seen.push({ what: JSON.stringify(change.value), at })
        else if (change.topic.startsWith('livePnl')) this.#notePnl(change.value, at)
      }
    })
    return opened.then(() => {
      this.#socket!.send(JSON.stringify({ topics: topicsOf(served.day).map((topic) => topicText(topic)) }))
    })
  }

  value(topic: StreamTopic): string {
    return JSON.stringify(this.#reader.keyframe(topicText(topic))?.value)
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer)
    this.#socket?.terminate()
    this.#agent.destroy()
  }

  #notePnl(value: unknown, at: number): void {
    const [row] = value as readonly { last_price: number | null }[]
    const what = `last ${Math.round((row?.last_price ?? 0) * 100)}`
    if (what === this.#lastPrice) return
    this.#lastPrice = what
    seen.push({ what, at })
  }

  #open(path: string, receive: (text: string) => void): Promise<void> {
    const socket = new WebSocket(`${served.url.replace('http', 'ws')}${path}`, { headers: this.#headers() })
    this.#socket = socket
    socket.on('message', (data: Buffer) => receive(data.toString()))
    return new Promise((resolve, reject) => {
      socket.once('upgrade', (response) => sockets.set(response.socket, { read: 0, written: 0 }))
      socket.once('open', () => resolve())
      socket.once('error', reject)
    })
  }
}

/** Every connection of the pages, and what it had read and written when counting began. */
const sockets = new Map<{ bytesRead: number; bytesWritten: number }, { read: number; written: number }>()

const pages = served.users.map((user, at) => new Page(user, at))
await runLoad()

async function runLoad(): Promise<void> {
  // One after the other: a storm of handshakes is not what is measured.
  for (const page of pages) {
    if (mode === 'stream') await page.stream()
    if (mode === 'polling') await page.followTrades()
  }
  if (mode !== 'idle')
    for (const [at, page] of pages.entries()) page.poll(pollsOf(served.users[at]!, served.day, mode === 'stream'))
  // The first answers, and code that is not compiled yet, are not counted.
  await delay(mode === 'idle' ? 1000 : 6000)
  if (mode === 'stream') await requireSameContent()
  for (const [socket, start] of sockets) Object.assign(start, { read: socket.bytesRead, written: socket.bytesWritten })
  Object.assign(count, { requests: 0, failures: 0, isCounting: true })
  const [cpuBefore, from] = [await serverCpuMs(), performance.now()]
  await delay(seconds * 1000)
  const serverMs = (await serverCpuMs()) - cpuBefore
  const took = (performance.now() - from) / 1000
  let bytes = 0
  for (const [socket, start] of sockets) bytes += socket.bytesRead - start.read + socket.bytesWritten - start.written
  const load: PageLoad = {
    serverCpuMs: serverMs,
    seconds: took,
    bytes,
    requests: count.requests,
    failures: count.failures,
    latencyMs: mode === 'stream' ? await latencies() : [],
  }
  for (const page of pages) page.close()
  console.log(JSON.stringify({ ready: true, ...load }))
}

/** Both sides have the same to show: each topic is, at some moment, what its call answers. */
async function requireSameContent(): Promise<void> {
  const [page, user] = [pages[0]!, served.users[0]!]
  for (const topic of topicsOf(served.day)) {
    const own = new URLSearchParams({ uid: user.uid, date: served.day }).toString()
    const path = {
      liveIndices: '/api/live_indices',
      news: '/api/news',
      signals: '/api/signals?symbol=NIFTY',
      optionChainTable: '/api/option_chain_table?strikes=near',
      optionChainWalls: '/api/option_chain_walls',
      decisions: `/api/decisions?symbol=NIFTY&date=${served.day}&limit=1`,
      userActiveTrades: `/api/user_active_trades?${own}`,
      livePnl: `/api/live_pnl?${own}`,
    }[topic.route as string]!
    let isSame = false
    for (let tries = 0; tries < 200 && !isSame; tries += 1) {
      const response = await fetch(`${served.url}${path}`, { headers: { cookie: user.cookie } })
      isSame = (await response.text()) === page.value(topic)
      if (!isSame) await delay(37)
    }
    if (!isSame) throw new Error(`the stream never showed what ${path} answers`)
  }
}

async function serverCpuMs(): Promise<number> {
  const text = await (await fetch(`${served.url}/metrics`)).text()
  const line = /^process_cpu_seconds_total ([\d.]+)/m.exec(text)?.[1]
  if (line === undefined) throw new Error('the server shows no CPU time')
  return Number(line) * 1000
}

/** Each price a page has seen against its newest publication before that. */
async function latencies(): Promise<number[]> {
  const events = (await (await fetch(served.eventsUrl)).json()) as { what: string; at: number }[]
  const byWhat = Map.groupBy(events, ({ what }) => what)
  return seen.flatMap(({ what, at }) => {
    const published = byWhat.get(what)?.findLast((event) => event.at <= at)
    return published === undefined ? [] : [at - published.at]
  })
}
