import { afterAll, beforeAll, expect, it } from 'vitest'
import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import { TickerListener } from './ticker-client.ts'
import { SandboxFixture } from './sandbox-fixture.ts'

/** Hours of the market pass in these tests, as fast as the machine can. */
const PATIENCE_MS = 180_000

let sandbox: SandboxFixture
beforeAll(async () => {
  sandbox = await SandboxFixture.start({ startText: '2026-09-11 15:50:00' })
})
afterAll(() => sandbox.sandbox.close())

interface Clock {
  readonly now: number
  readonly at: string
  readonly day: string
  readonly speed: number
  readonly running: boolean
}
const clock = () => sandbox.get<Clock>('/clock')

it(
  'skips nights, the weekend and a holiday, and serves the new day’s instruments',
  { timeout: PATIENCE_MS },
  async () => {
    const client = await sandbox.login('SWFEED')
    const before = await (await client.raw('GET', '/instruments/NFO')).text()
    await sandbox.control('POST', '/clock/speed', { speed: 600 })
    let reading = await clock()
    // 600 market seconds in a real one: the ten minutes to 16:00 are over in one.
    while (reading.day === '2026-09-11') reading = await clock()
    // The 14th, a Monday, is Ganesh Chaturthi.
    expect(reading.day).toBe('2026-09-15')
    expect(reading.at >= '2026-09-15T08:14:00+05:30').toBe(true)
    expect((await client.call('GET', '/user/profile')).status).toBe(403)
    const fresh = await sandbox.login('SWFEED')
    expect(await (await fresh.raw('GET', '/instruments/NFO')).text()).not.toBe(before)
    const rows = (await sandbox.get<{ rows: { date: string; fii_idx_fut_long: number | null }[] }>('/fii-dii.json'))
      .rows
    expect(rows.length).toBeGreaterThan(60)
    expect(rows.at(-1)).toMatchObject({ date: '2026-09-11', fii_idx_fut_long: expect.any(Number) })
  },
)

it('obeys speed, pause, resume and jumps, and refuses what cannot be', async () => {
  await sandbox.control('POST', '/clock/speed', { speed: 30 })
  await sandbox.control('POST', '/clock/pause')
  const paused = await clock()
  expect(paused).toMatchObject({ speed: 30, running: false })
  await new Promise((resolve) => setTimeout(resolve, 60))
  expect((await clock()).now).toBe(paused.now)
  await sandbox.control('POST', '/clock/jump', { to: `${paused.day}T10:30+05:30` })
  expect((await clock()).at).toBe(`${paused.day}T10:30:00+05:30`)
  await expect(sandbox.control('POST', '/clock/jump', { to: `${paused.day}T10:29+05:30` })).rejects.toThrow(
    'never goes back',
  )
  await expect(sandbox.control('POST', '/clock/speed', { speed: 0 })).rejects.toThrow('bad_body')
  await expect(sandbox.control('POST', '/clock/jump', { to: 'noon' })).rejects.toThrow('bad_body')
  await sandbox.control('POST', '/clock/resume')
  expect((await clock()).running).toBe(true)
})

it(
  'never loses an index high or low at full speed, and its headlines follow the market',
  { timeout: PATIENCE_MS },
  async () => {
    const client = await sandbox.login('SWFEED')
    const listener = new TickerListener(sandbox, client, [INDEX_TOKENS.NIFTY])
    await listener.until(() => listener.ticks > 0)
    // From here on the client's own high and low must be those of the packets.
    let high = listener.table.lastPrice[0]!
    let low = high
    const first = { high: listener.table.high[0]!, low: listener.table.low[0]! }
    listener.onPacket(() => {
      high = Math.max(high, listener.table.lastPrice[0]!)
      low = Math.min(low, listener.table.lastPrice[0]!)
    })
    const start = (await clock()).now
    await sandbox.control('POST', '/clock/speed', { speed: 600 })
    await listener.until(() => listener.table.exchangeAt[0]! > start + 60 * 60_000)
    expect(Math.max(first.high, high)).toBe(listener.table.high[0])
    expect(Math.min(first.low, low)).toBe(listener.table.low[0])
    listener.socket.close()

    const feed = await fetch(`${sandbox.url}/news/rss.xml`)
    expect(feed.headers.get('content-type')).toContain('application/rss+xml')
    const text = await feed.text()
    expect(text).toContain('<rss version="2.0"')
    expect(text).toMatch(/<title>NIFTY 50 opens (up|down|flat)/)
    const link = /<link>(http:[^<]+\/news\/items\/\d+)<\/link>/.exec(text)![1]!
    expect((await fetch(link)).status).toBe(200)
  },
)
