import { expect, it } from 'vitest'
import { scenarioNamed, SCENARIOS } from '@strikewise/exchange/scenarios/scenarios.ts'
import { readOptions } from '../src/options.ts'
import { startSandbox } from '../src/sandbox.ts'
import { SandboxFixture } from './sandbox-fixture.ts'

interface Market {
  readonly indices: readonly { readonly name: string; readonly open: number; readonly previous_close: number }[]
}
const market = (sandbox: SandboxFixture) => sandbox.get<Market>('/sandbox/market')
const runningScenarios = (sandbox: SandboxFixture) =>
  sandbox.get<{ name: string; can_be_played: boolean; expected: object[] }[]>('/sandbox/scenarios')

it('starts on a scenario’s own day, with what it orders before its start, and lists all of them', async () => {
  const options = readOptions(['--port', '0', '--smtp-port', '0', '--scenario', 'gap'], {})
  const sandbox = new SandboxFixture(await startSandbox(options))
  try {
    const listed = await runningScenarios(sandbox)
    expect(listed.map(({ name }) => name)).toEqual(SCENARIOS.map(({ name }) => name))
    for (const { expected } of listed) expect(expected).not.toHaveLength(0)
    expect((await sandbox.get<{ at: string }>('/clock')).at.slice(0, 16)).toBe('2026-09-09T09:14')
    await sandbox.control('POST', '/clock/jump', { to: '2026-09-09T09:14:58+05:30' })
    await sandbox.control('POST', '/clock/speed', { speed: 10 })
    await expect.poll(async () => (await market(sandbox)).indices[0]!.open, { timeout: 20_000 }).toBeGreaterThan(0)
    const [nifty] = (await market(sandbox)).indices
    expect(nifty!.open / nifty!.previous_close - 1).toBeLessThan(-0.01)
  } finally {
    await sandbox.sandbox.close()
  }
})

it('plays one on another day by the control, and shows what must come of it', async () => {
  const sandbox = await SandboxFixture.start({ startText: '2026-09-16 10:00:00', speed: 1 })
  try {
    const before = await sandbox.get<{ at: string }>('/clock')
    const played = await sandbox.control<{ from: string; expected: { kind: string; at: string }[] }>(
      'POST',
      '/scenarios',
      { name: 'spike-up' },
    )
    expect(played.from >= before.at.slice(0, 19)).toBe(true)
    expect(played.expected.map(({ kind }) => kind)).toEqual(scenarioNamed('spike-up')!.expected.map(({ kind }) => kind))
    expect(played.expected[1]!.at > played.from).toBe(true)
    await sandbox.control('POST', '/scenarios', { name: 'broker-rejects' })
    expect((await sandbox.get<{ exchange: object[] }>('/sandbox/faults')).exchange).toMatchObject([
      { accountId: null, fault: { kind: 'reject_next', count: 1 } },
    ])
    await expect(sandbox.control('POST', '/scenarios', { name: 'expiry-day' })).rejects.toThrow(
      /409.*--scenario expiry-day/,
    )
    await expect(sandbox.control('POST', '/scenarios', { name: 'no-such-day' })).rejects.toThrow('404')
  } finally {
    await sandbox.sandbox.close()
  }
})

it.each([
  [['--scenario', 'doomsday'], /no scenario is called doomsday: trend-day, /],
  [['--scenario', 'gap', '--seed', '7'], /a scenario brings its own day/],
])('refuses %j', (args, message) => expect(() => readOptions(args, {})).toThrow(message))
