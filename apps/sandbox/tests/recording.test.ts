import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { INDEX_TOKENS } from '@strikewise/domain/instruments/contract.ts'
import { parseInstruments } from '@strikewise/domain/instruments/parse-instruments.ts'
import { istDate, istInstant, istText, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ReplayError } from '../src/replay/replay-error.ts'
import { TickerListener } from './ticker-client.ts'
import { SandboxFixture } from './sandbox-fixture.ts'
import { writeRecording, type WrittenDay } from './write-recording.ts'

const FIRST = istDate('2026-09-16')
const LAST = istDate('2026-09-18')
const MINUTES = 6

let folder: string
let first: WrittenDay
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'strikewise-recorded-'))
  first = writeRecording(folder, FIRST, MINUTES)
  writeRecording(folder, LAST, 2)
})
afterAll(() => rmSync(folder, { recursive: true }))

interface Reading {
  readonly now: number
  readonly day: string
  readonly speed: number
}
const clockOf = (sandbox: SandboxFixture) => sandbox.get<Reading>('/clock')

describe('a recorded session', () => {
  it.each([1, 60, 600])('is played at ×%i with the quotes as they were recorded', async (speed) => {
    await using sandbox = await SandboxFixture.start({ speed: 1, replay: folder })
    await sandbox.control('POST', '/clock/jump', { to: `${FIRST}T09:15+05:30` })
    const listener = new TickerListener(sandbox, await sandbox.login('SWFEED'), [INDEX_TOKENS.NIFTY])
    const seen: [EpochMs, number][] = []
    listener.onPacket(() => seen.push([listener.table.exchangeAt[0]! as EpochMs, listener.table.last(0)]))
    await listener.until(() => seen.length > 0)
    await sandbox.control('POST', '/clock/speed', { speed })
    await listener.until(() => seen.length > 3 * Math.min(speed, 60))
    const prices = new Map([...first.prices].map(([at, price]) => [at - (at % 1000), price]))
    for (const [at, price] of seen.filter(([when]) => when > 0)) expect(price, istText(at)).toBe(prices.get(at))
    expect((await clockOf(sandbox)).speed).toBe(speed)
  })

  it('sends each recorded price of an index, also when many fall into one step', async () => {
    await using sandbox = await SandboxFixture.start({ speed: 1, replay: folder })
    await sandbox.control('POST', '/clock/jump', { to: `${FIRST}T09:15+05:30` })
    const listener = new TickerListener(sandbox, await sandbox.login('SWFEED'), [INDEX_TOKENS.NIFTY])
    const seen = new Map<number, number>()
    listener.onPacket(() => {
      // Without a time it is the close of the day before.
      const at = listener.table.exchangeAt[0]!
      if (at > 0) seen.set(at, listener.table.last(0))
    })
    await listener.until(() => seen.size > 0)
    // A jump takes whole minutes at a step.
    await sandbox.control('POST', '/clock/jump', { to: `${FIRST}T09:22+05:30` })
    const [start] = seen.keys()
    const sent = [...first.prices].map(([at, price]): [number, number] => [at - (at % 1000), price])
    const expected = sent.filter(([at]) => at >= start!)
    await listener.until(() => seen.size >= expected.length)
    expect([...seen]).toEqual(expected)
  })

  it.each([0.5, 601, Number.NaN])('refuses a speed of %d', async (speed) => {
    await using sandbox = await SandboxFixture.start({ replay: folder })
    await expect(sandbox.control('POST', '/clock/speed', { speed })).rejects.toThrow('400')
  })

  it('lists the contracts of the recording, with its bars before and since', async () => {
    await using sandbox = await SandboxFixture.start({ speed: 1, replay: folder })
    const client = await sandbox.login('SWFEED')
    const csv = await (await client.raw('GET', '/instruments/NFO')).text()
    const { list, dropped } = parseInstruments(csv, FIRST, istInstant(FIRST, 9))
    const { near, future } = first.opening.pipelines.NIFTY.contracts
    expect(dropped).toEqual([])
    expect(list.options.filter(({ symbol }) => symbol === 'NIFTY')).toEqual(expect.arrayContaining([...near]))
    expect(list.futures.map(({ token }) => token)).toContain(future!.token)

    await sandbox.control('POST', '/clock/jump', { to: `${FIRST}T09:30+05:30` })
    const query = `from=2026-09-11+09:15:00&to=${FIRST}+15:30:00`
    const { candles } = await client.data<{ candles: [string, number, number, number, number, number][] }>(
      'GET',
      `/instruments/historical/${INDEX_TOKENS.NIFTY}/minute?${query}`,
    )
    const before = first.opening.pipelines.NIFTY.warmUp.index
    expect(candles.slice(0, before.length).map((bar) => bar[4] * 100)).toEqual(before.map((bar) => bar.close))
    const today = candles.slice(before.length)
    expect(today.map((bar) => bar[0].slice(11, 16))).toEqual(
      ['09:15', '09:16', '09:17', '09:18', '09:19', '09:20', '09:21'].slice(0, today.length),
    )
    expect(today.length).toBeGreaterThanOrEqual(MINUTES)
    const inFirst = [...first.prices]
      .filter(([at]) => at < istInstant(FIRST, 9, 15) + MINUTE_MS)
      .map(([, price]) => price)
    expect(Math.round(today[0]![2] * 100)).toBe(Math.max(...inFirst))
    expect(await (await fetch(`${sandbox.url}/news/rss.xml`)).text()).toContain('Nifty opens flat')
  })

  it('goes from one recorded day to the next, and stands still at the end of the last', async () => {
    await using sandbox = await SandboxFixture.start({ speed: 600, replay: folder })
    await sandbox.control('POST', '/clock/jump', { to: `${FIRST}T16:00+05:30` })
    expect((await clockOf(sandbox)).day).toBe(LAST)
    await sandbox.control('POST', '/clock/jump', { to: `${LAST}T15:59+05:30` })
    await expect.poll(async () => istText((await clockOf(sandbox)).now as EpochMs)).toBe(`${LAST} 16:00:00`)
    await expect(sandbox.control('POST', '/clock/jump', { minutes: 10 })).rejects.toThrow(`ends with ${LAST}`)
    expect(istText((await clockOf(sandbox)).now as EpochMs)).toBe(`${LAST} 16:00:00`)
  })

  it('takes orders on its quotes, and no change of its course', async () => {
    await using sandbox = await SandboxFixture.start({ speed: 1, replay: folder })
    await sandbox.control('POST', '/clock/jump', { to: `${FIRST}T09:18+05:30` })
    const client = await sandbox.login('SW1001')
    const [contract] = first.opening.pipelines.NIFTY.contracts.near
    const answer = await client.call('POST', '/orders/regular', {
      exchange: 'NFO',
      tradingsymbol: contract!.tradingsymbol,
      transaction_type: 'BUY',
      order_type: 'LIMIT',
      product: 'NRML',
      validity: 'DAY',
      quantity: String(contract!.lotSize),
      price: '0.05',
      market_protection: '0',
    })
    expect(answer.body).toMatchObject({ status: 'success' })
    await expect(sandbox.control('POST', '/scenario', { kind: 'gap', pct: 1 })).rejects.toThrow('409')
  })

  it('can begin with a later day, or with one day’s folder', async () => {
    await using later = await SandboxFixture.start({ replay: folder, replayFrom: LAST })
    expect((await clockOf(later)).day).toBe(LAST)
    await using single = await SandboxFixture.start({ replay: path.join(folder, FIRST) })
    expect((await clockOf(single)).day).toBe(FIRST)
  })

  it('shows which days there are, and what was damaged', async () => {
    const torn = mkdtempSync(path.join(tmpdir(), 'strikewise-torn-'))
    try {
      writeRecording(torn, FIRST, 2)
      const file = path.join(torn, FIRST, '0001.swr')
      truncateSync(file, readFileSync(file).length - 5)
      await using sandbox = await SandboxFixture.start({ speed: 1, replay: torn })
      await sandbox.control('POST', '/clock/jump', { to: `${FIRST}T10:00+05:30` })
      expect(await sandbox.get('/sandbox/recording')).toMatchObject({
        days: [{ day: FIRST, source: 'simulated' }],
        damages: [{ segment: '0001.swr', reason: 'the file ends inside the block' }],
        missing_frames: 0,
      })
    } finally {
      rmSync(torn, { recursive: true })
    }
  })
})

describe('a start with a recording that cannot be played', () => {
  const failure = async (options: Parameters<typeof SandboxFixture.start>[0]) => {
    try {
      await using _fixture = await SandboxFixture.start(options)
    } catch (error) {
      if (error instanceof ReplayError) return error.message
      throw error
    }
    throw new Error('it was played')
  }

  it('lists the days there are', async () => {
    expect(await failure({ replay: folder, replayFrom: istDate('2026-10-01') })).toBe(
      `${folder}: no recorded day from 2026-10-01 on; there are ${FIRST}, ${LAST}: choose one with --replay-from`,
    )
  })

  it('names the file and the block that holds no contracts any more, and what to do', async () => {
    const torn = mkdtempSync(path.join(tmpdir(), 'strikewise-torn-'))
    try {
      writeRecording(torn, FIRST, 1)
      const file = path.join(torn, FIRST, '0001.swr')
      writeFileSync(file, readFileSync(file).subarray(0, 100))
      expect(await failure({ replay: torn })).toBe(
        `${file}, block 0: the file ends inside the block, and the day's contracts were in it: delete the folder, or begin with a later day by --replay-from`,
      )
    } finally {
      rmSync(torn, { recursive: true })
    }
  })
})
