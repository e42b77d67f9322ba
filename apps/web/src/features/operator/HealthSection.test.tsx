import type { ProcessFigures, RoleReport, ServiceFigure, ServiceHealth } from '@strikewise/wire/service-health.ts'
import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { answer } from '../../testing/server.ts'
import { HealthSection } from './HealthSection.tsx'

const NONE: ProcessFigures = {
  event_loop_p99_ms: 1.2,
  store: { count: 40, p50_ms: 0.8, p99_ms: 12.5 },
  broker: null,
  accounts: null,
  shards: null,
  alarms: null,
  streams: null,
}
const TRADER: RoleReport = {
  process: 'p1',
  role: 'trader',
  host: 'node-1',
  pid: 71,
  version: '0.1.0',
  state: 'live',
  seen_s: 3.2,
  up_s: 7500,
  figures: {
    ...NONE,
    broker: { positions: { count: 12, p50_ms: 41, p99_ms: 180.5 } },
    accounts: 5,
    shards: 64,
    alarms: 2,
  },
}
const WEB: RoleReport = { ...TRADER, role: 'web', figures: { ...NONE, streams: 1 } }
const figure = (one: Partial<ServiceFigure>): ServiceFigure => ({
  figure: 'store_answer',
  subject: null,
  value: 1.5,
  count: null,
  bound: 250,
  is_beyond: false,
  ...one,
})
const WELL: ServiceHealth = {
  as_of: '2026-11-20T10:00:07+05:30',
  problems: [],
  reports: [WEB, TRADER],
  figures: [
    figure({ figure: 'position_unprotected', value: 0, count: 0, bound: 10 }),
    figure({}),
    figure({ figure: 'feed_disconnected', value: 0, bound: 0 }),
    figure({ figure: 'feed_silence', value: null, bound: 20 }),
    figure({ figure: 'outbox_oldest', subject: 'outbox', value: 130, count: 4, bound: 600 }),
    figure({ figure: 'disk_free', value: 62.5, bound: 15 }),
  ],
  shards: {
    total: 64,
    executors: [{ holder: 'boot/71/a', host: 'node-1', pid: 71, shards: 64, epoch: 4, expires_s: 6.4 }],
    unheld: [],
  },
}

async function shown(health: ServiceHealth): Promise<void> {
  answer('get', '/operator/health', health)
  await show(<HealthSection />)
  await screen.findByRole('heading', { name: 'Processes' })
}
const rowsOf = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('cell')
        .map((cell) => cell.textContent),
    )
const problems = () =>
  within(screen.getByRole('group', { name: 'What is wrong' }))
    .getAllByRole('listitem')
    .map((item) => item.textContent)

it('says that all is well, and when that was read', async () => {
  await shown(WELL)
  expect(screen.getByText('All is well')).toBeTruthy()
  expect(screen.getByText(/As of 10:00:07 IST\./)).toBeTruthy()
  expect(screen.queryByRole('group', { name: 'What is wrong' })).toBeNull()
})

it('shows each role of a process with its state and what it has to do', async () => {
  await shown(WELL)
  expect(rowsOf('Processes by role')).toEqual([
    ['Web', 'Live', 'node-1 71', '0.1.0', '3 s ago', '2 h 5 min', '1.2 ms', '1 stream open'],
    [
      'Trader',
      'Live',
      'node-1 71',
      '0.1.0',
      '3 s ago',
      '2 h 5 min',
      '1.2 ms',
      '5 accounts, 64 shards, 2 alarms since its start',
    ],
  ])
  expect(screen.getByRole('link', { name: '2 alarms since its start' }).getAttribute('href')).toBe(
    '/operator/exceptions',
  )
})

it('shows how many shards each executor leads', async () => {
  await shown(WELL)
  expect(screen.getByText('64 of 64 shards are led')).toBeTruthy()
  expect(rowsOf('Shards by executor')).toEqual([['node-1 71', '64', '4', '6 s']])
})

it('shows latencies of the store by role and of the broker by call', async () => {
  await shown(WELL)
  expect(rowsOf('Latency of store and broker')).toEqual([
    ['Store: statement', 'Web, node-1 71', '40', '0.8 ms', '12.5 ms'],
    ['Store: statement', 'Trader, node-1 71', '40', '0.8 ms', '12.5 ms'],
    ['Broker: Positions', 'Trader, node-1 71', '12', '41.0 ms', '180.5 ms'],
  ])
})

it('shows figures with their bounds, and those of the session as closed outside it', async () => {
  await shown(WELL)
  const items = within(screen.getByRole('region', { name: 'Service' })).getAllByRole('listitem')
  expect(items.map((item) => item.textContent)).toEqual([
    'Longest without a stop-loss order0 sat most 10 s',
    'Store: empty statement1.5 msat most 250.0 ms',
    'Feed: connectionConnected',
    'Feed: last index tickMarket closedat most 20 s',
    'Oldest waiting message, Mail4 messages wait130 sat most 10 min',
    'Disk: free62.5%at least 15.0%',
  ])
})

it('names what is wrong first, each with its runbook, and shows no figure of a process that is late or gone', async () => {
  const late: RoleReport = { ...TRADER, state: 'late', seen_s: 20, figures: null }
  const silent: RoleReport = { ...TRADER, process: 'p2', pid: 72, state: 'gone', seen_s: 4000, figures: null }
  const slow = figure({ value: 812, is_beyond: true })
  await shown({
    ...WELL,
    problems: [
      { kind: 'role_missing', role: 'market', alert: 'RoleSilent' },
      { kind: 'shards_without_executor', shards: 2, alert: 'LeaseWithoutHolder' },
      { kind: 'lease_without_holder', lease: 'market', alert: 'LeaseWithoutHolder' },
      { kind: 'figure', figure: 'store_answer', subject: null, alert: 'StoreSlow' },
      { kind: 'process_late', role: 'trader', host: 'node-1', pid: 71, alert: 'RoleSilent' },
      { kind: 'process_gone', role: 'trader', host: 'node-1', pid: 72, alert: 'RoleSilent' },
      { kind: 'event_loop_blocked', role: 'web', host: 'node-1', pid: 71, alert: 'EventLoopBlocked' },
    ],
    reports: [late, silent],
    figures: [slow],
    shards: {
      ...WELL.shards,
      unheld: [
        { shard: 7, epoch: 3, expired_s: 30 },
        { shard: 63, epoch: null, expired_s: null },
      ],
    },
  })
  expect(screen.getByText('7 problems')).toBeTruthy()
  expect(problems()).toEqual([
    'No live process runs the role Market. Runbook: RoleSilent',
    '2 shards have no executor. Runbook: LeaseWithoutHolder',
    'No process leads the market. Runbook: LeaseWithoutHolder',
    'Store: empty statement is beyond its bound. Runbook: StoreSlow',
    'Trader, node-1 71 is late with its report. Runbook: RoleSilent',
    'Trader, node-1 72 has stopped reporting. Runbook: RoleSilent',
    'Web, node-1 71: the event loop is blocked. Runbook: EventLoopBlocked',
  ])
  expect(rowsOf('Processes by role').map((row) => [row[1], row[4], ...row.slice(6)])).toEqual([
    ['Late', '20 s ago', '–', '–'],
    ['Gone', '1 h 6 min ago', '–', '–'],
  ])
  expect(screen.getByText('Beyond its bound')).toBeTruthy()
  expect(screen.getByText('62 of 64 shards are led')).toBeTruthy()
  expect(screen.getByText('Without a valid lease: 7, 63')).toBeTruthy()
  expect(screen.getByText('No calls in the last minute.')).toBeTruthy()
})

it('counts the positions without a stop-loss order, in all and by process', async () => {
  const alert = 'PositionUnprotected'
  const figures = { ...TRADER.figures!, alarms: 0, unprotected: { positions: 2, oldest_s: 14.2 } }
  await shown({
    ...WELL,
    problems: [{ kind: 'figure', figure: 'position_unprotected', subject: null, alert }],
    reports: [{ ...TRADER, figures }],
    figures: [figure({ figure: 'position_unprotected', value: 14.2, count: 2, bound: 10, is_beyond: true })],
  })
  expect(problems()).toEqual(['Longest without a stop-loss order is beyond its bound. Runbook: PositionUnprotected'])
  const [item] = within(screen.getByRole('region', { name: 'Service' })).getAllByRole('listitem')
  expect(item!.textContent).toBe('Longest without a stop-loss orderBeyond its bound2 positions14 sat most 10 s')
  expect(rowsOf('Processes by role')[0]!.at(-1)).toBe('5 accounts, 64 shards, 2 positions without a stop-loss order')
})

it('shows which builds are live when there is more than one, and calls that no problem', async () => {
  const [old, next] = ['0.1.0+1a2b3c4d5e6f', '0.1.0+6f5e4d3c2b1a']
  const ended: RoleReport = { ...TRADER, process: 'p0', version: '0.1.0', state: 'gone', figures: null }
  const reports = [
    { ...WEB, version: old },
    { ...TRADER, version: old },
    { ...TRADER, process: 'p2', pid: 72, version: next },
    { ...TRADER, process: 'p3', pid: 73, version: next },
    ended,
  ]
  await shown({ ...WELL, reports })
  const title = screen.getByText('Processes of more than one build are live')
  expect([...title.parentElement!.querySelectorAll('li')].map((item) => item.textContent)).toEqual([
    `${old}: 1 process`,
    `${next}: 2 processes`,
  ])
  expect(rowsOf('Processes by role').map((row) => row[3])).toEqual([
    '1a2b3c4',
    '1a2b3c4',
    '6f5e4d3',
    '6f5e4d3',
    '0.1.0',
  ])
  expect(screen.getByText('All is well')).toBeTruthy()
})

it('shows nothing of builds while all live processes are of one', async () => {
  const ended: RoleReport = { ...TRADER, process: 'p0', version: '0.0.9', state: 'gone', figures: null }
  await shown({ ...WELL, reports: [WEB, TRADER, ended] })
  expect(screen.queryByText('Processes of more than one build are live')).toBeNull()
})

it('shows that nothing has reported', async () => {
  await shown({ ...WELL, reports: [], shards: { total: 64, executors: [], unheld: [] } })
  expect(screen.getByText('No process has reported in the last day.')).toBeTruthy()
  expect(screen.getByText('No executor leads a shard.')).toBeTruthy()
})
