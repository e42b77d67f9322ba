import type { DemoDay, RecordedReply } from '@strikewise/wire/demo-day.ts'
import type { StreamEntry } from '@strikewise/wire/live-stream.ts'
import { expect, it, vi } from 'vitest'
import { eventAfter, eventsOf } from './events.ts'
import { Player } from './player.ts'

const UID = 'u1'
const DATE = '2026-09-17'
const OWN = { uid: UID, date: DATE }
const FROM = Date.parse('2026-09-17T09:30:00+05:30')

/** A recording of ten minutes. `changes`: seconds since the start, and the whole answer from then on. */
function reply(route: string, query: Record<string, string>, changes: readonly [number, unknown][]): RecordedReply {
  let before = 0
  return {
    route,
    query,
    changes: changes.map(([second, value]) => {
      const later = second - before
      before = second
      return [later, { set: value as never }]
    }),
  }
}

const trade = (stop_price: number) => [{ trade_id: 't1', stop_price }]

const DAY: DemoDay = {
  recorded_on: '2026-11-27' as DemoDay['day'],
  day: DATE as DemoDay['day'],
  uid: UID,
  from: FROM,
  to: FROM + 600_000,
  replies: [
    reply('liveIndices', {}, [
      [0, { nifty50: 1 }],
      [60, { nifty50: 2 }],
      [120, { nifty50: 3 }],
    ]),
    reply('me', {}, [
      [0, { uid: UID }],
      [100, { uid: UID, changed: true }],
    ]),
    reply('userActiveTrades', OWN, [
      [0, []],
      [90, trade(100)],
      [200, trade(110)],
      [300, trade(105)],
      [400, []],
    ]),
    reply('entryRefusals', { ...OWN, limit: '100' }, [
      [0, { refusals: [] }],
      [180, { refusals: [{ decision_id: 'd1' }] }],
      [240, { refusals: [{ decision_id: 'd2' }, { decision_id: 'd1' }] }],
    ]),
  ],
}

function played() {
  let now = 0
  const ports = { now: () => now, onClock: vi.fn(), onChange: vi.fn() }
  const player = new Player(DAY, ports)
  const pass = (ms: number) => {
    now += ms
    player.tick()
  }
  return { player, ports, pass }
}

it('stands until it is played, and runs at the chosen speed', () => {
  const { player, ports, pass } = played()
  pass(5000)
  expect(player.at()).toBe(0)
  player.play()
  pass(2000)
  expect(player.at()).toBe(20)
  player.setSpeed(60)
  pass(1000)
  expect(player.at()).toBe(80)
  expect(ports.onClock).toHaveBeenLastCalledWith(FROM + 20_000, 60)
  player.pause()
  pass(9000)
  expect(player.at()).toBe(80)
  expect(ports.onClock).toHaveBeenLastCalledWith(FROM + 80_000, 0)
})

it('ends with the recording, and starts again when it is played from its end', () => {
  const { player, pass } = played()
  player.seek(599)
  player.play()
  pass(10_000)
  expect(player.at()).toBe(600)
  expect(player.state.get().playing).toBe(false)
  player.play()
  expect(player.at()).toBe(0)
})

it('goes forward and back, within the recording alone', () => {
  const { player } = played()
  player.seek(130)
  expect(player.now()).toBe(FROM + 130_000)
  player.seek(-5)
  expect(player.at()).toBe(0)
  player.seek(9999)
  expect(player.at()).toBe(600)
})

it('streams of each followed topic what held at the time, once', async () => {
  const { player, pass } = played()
  const entries: StreamEntry[] = []
  const states: string[] = []
  const link = player.link('u1', {
    state: ({ status }) => states.push(status),
    entries: (list) => entries.push(...list),
  })
  link.request({ topics: ['liveIndices', `userActiveTrades.${DATE}`, 'news'] })
  await Promise.resolve()
  const taken = () => entries.splice(0).map((entry) => (entry.type === 'keyframe' ? [entry.topic, entry.value] : entry))
  expect(states).toEqual(['open'])
  expect(taken()).toEqual([
    ['liveIndices', { nifty50: 1 }],
    [`userActiveTrades.${DATE}`, []],
  ])
  player.play()
  pass(1000)
  expect(taken()).toEqual([])
  player.seek(125)
  expect(taken()).toEqual([
    ['liveIndices', { nifty50: 3 }],
    [`userActiveTrades.${DATE}`, trade(100)],
  ])
  player.seek(61)
  expect(taken()).toEqual([
    ['liveIndices', { nifty50: 2 }],
    [`userActiveTrades.${DATE}`, []],
  ])
  link.close()
  player.seek(0)
  expect(taken()).toEqual([])
})

it('reports that an answer without a stream has changed', () => {
  const { player, ports, pass } = played()
  player.seek(95)
  ports.onChange.mockClear()
  player.play()
  pass(100)
  expect(ports.onChange).not.toHaveBeenCalled()
  pass(600)
  expect(ports.onChange).toHaveBeenCalledOnce()
})

it('knows the events of the day, and the next of each kind', () => {
  const { player } = played()
  const events = eventsOf(player.calls, DAY)
  expect(events).toEqual([
    { kind: 'entry', second: 90 },
    { kind: 'refused', second: 180 },
    { kind: 'stop_raised', second: 200 },
    { kind: 'refused', second: 240 },
    { kind: 'exit', second: 400 },
  ])
  expect(eventAfter(events, 'exit', 0)?.second).toBe(400)
  expect(eventAfter(events, 'entry', 90)?.second).toBe(90)
  expect(eventAfter([], 'entry', 0)).toBeUndefined()
})
