import { expect, it } from 'vitest'
import { scenarioNamed, SCENARIOS } from '@strikewise/exchange/scenarios/scenarios.ts'
import { readOptions } from '../src/options.ts'
import { startSandbox } from '../src/sandbox.ts'
import { World } from './world.ts'

interface Market {
  readonly indices: readonly { readonly name: string; readonly open: number; readonly previous_close: number }[]
}
const market = (world: World) => world.get<Market>('/sandbox/market')
const scenes = (world: World) =>
  world.get<{ name: string; can_be_played: boolean; expected: object[] }[]>('/sandbox/scenarios')

it('starts on a scenario’s own day, with what it orders before its start, and lists all of them', async () => {
  const options = readOptions(['--port', '0', '--smtp-port', '0', '--scenario', 'gap'], {})
  const world = new World(await startSandbox(options))
  try {
    const listed = await scenes(world)
    expect(listed.map(({ name }) => name)).toEqual(SCENARIOS.map(({ name }) => name))
    for (const { expected } of listed) expect(expected).not.toHaveLength(0)
    expect((await world.get<{ at: string }>('/clock')).at.slice(0, 16)).toBe('2026-09-09T09:14')
    await world.control('POST', '/clock/jump', { to: '2026-09-09T09:14:58+05:30' })
    await world.control('POST', '/clock/speed', { speed: 10 })
    await expect.poll(async () => (await market(world)).indices[0]!.open, { timeout: 20_000 }).toBeGreaterThan(0)
    const [nifty] = (await market(world)).indices
    expect(nifty!.open / nifty!.previous_close - 1).toBeLessThan(-0.01)
  } finally {
    await world.sandbox.close()
  }
})

it('plays one on another day by the control, and says what must come of it', async () => {
  const world = await World.start({ startText: '2026-09-16 10:00:00', speed: 1 })
  try {
    const before = await world.get<{ at: string }>('/clock')
    const played = await world.control<{ from: string; expected: { kind: string; at: string }[] }>(
      'POST',
      '/scenarios',
      { name: 'spike-up' },
    )
    expect(played.from >= before.at.slice(0, 19)).toBe(true)
    expect(played.expected.map(({ kind }) => kind)).toEqual(scenarioNamed('spike-up')!.expected.map(({ kind }) => kind))
    expect(played.expected[1]!.at > played.from).toBe(true)
    await world.control('POST', '/scenarios', { name: 'broker-rejects' })
    expect((await world.get<{ exchange: object[] }>('/sandbox/faults')).exchange).toMatchObject([
      { accountId: null, fault: { kind: 'reject_next', count: 1 } },
    ])
    await expect(world.control('POST', '/scenarios', { name: 'expiry-day' })).rejects.toThrow(
      /409.*--scenario expiry-day/,
    )
    await expect(world.control('POST', '/scenarios', { name: 'no-such-day' })).rejects.toThrow('404')
  } finally {
    await world.sandbox.close()
  }
})

it.each([
  [['--scenario', 'doomsday'], /no scenario is called doomsday: trend-day, /],
  [['--scenario', 'gap', '--seed', '7'], /a scenario brings its own day/],
])('refuses %j', (args, message) => expect(() => readOptions(args, {})).toThrow(message))
