import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startManagedProcess, type ManagedProcess } from '../../../../scripts/child-process.ts'
import type { ServedPages } from '../../../../apps/server/tests/push/page-server.ts'
import type { Bench, BenchFigure, Size } from '../bench.ts'
import { inEmptyFolder } from '../empty-folder.ts'
import { withPostgres } from '../fanout/fixture.ts'
import { recordMarket } from '../push/recorded-market.ts'
import { ratiosOf, spreadOf } from '../statistics.ts'
import { whileRunning } from '../while-running.ts'
import type { PollLoad, PollOrder } from './poll-load.ts'
import { REQUESTS_PER_USER } from './poll-paths.ts'
import { polled } from './polled.ts'

const SIDES = ['product', 'express', 'fastify', 'bare'] as const
type Side = (typeof SIDES)[number]
const NAMES: Readonly<Record<Side, string>> = {
  product: 'product',
  express: 'Express',
  fastify: 'Fastify',
  bare: 'bare server',
}

/** What is measured at a rate that every side bears. */
const CASES = {
  near: { chain: 'near', isConditional: false },
  all: { chain: 'all', isConditional: false },
  unchanged: { chain: 'near', isConditional: true },
} as const
type Case = keyof typeof CASES
const CASE_NAMES: Readonly<Record<Case, string>> = {
  near: 'chain around the money',
  all: 'whole chain',
  unchanged: 'asked with the tag it has',
}

const ROUNDS: Readonly<Record<Size, number>> = { full: 3, smallest: 1 }
const SECONDS: Readonly<Record<Size, number>> = { full: 3, smallest: 1 }
const USERS: Readonly<Record<Size, number>> = { full: 160, smallest: 20 }
/** Crowds that are tried one after another until answers are late. */
const CROWDS: Readonly<Record<Size, readonly number[]>> = { full: [400, 800, 1600, 3200], smallest: [20] }
const HELD_P99_MS = 100
/** Longer than a session is believed, twice: then comparing its rows is enough. A crowd's are recognised all at once. */
const WARM_MS = { case: 3500, crowd: 12_000 } as const
const MARKET_MINUTES = 2
const READY_MS = 300_000

interface Round {
  readonly cases: Readonly<Record<Case, PollLoad>>
  /** The largest crowd of which 99 % were answered within 100 ms; undefined where none was tried. */
  readonly held: number | undefined
}

/** What polled market data cost the web role, beside servers that answer the same. */
export const pollsBench: Bench = {
  name: 'polls',
  title: 'polled market data: the web role, Express, Fastify and a bare server',
  async run(size) {
    const rounds: Record<Side, Round[]> = { product: [], express: [], fastify: [], bare: [] }
    for (let round = 0; round < ROUNDS[size]; round += 1)
      await inEmptyFolder((data) =>
        withPostgres(data, async (addressFile) => {
          const market = join(data, 'market.json')
          writeFileSync(market, JSON.stringify(recordMarket(MARKET_MINUTES)))
          const crowds = round === ROUNDS[size] - 1 ? CROWDS[size] : []
          for (const side of SIDES) rounds[side].push(await served(data, side, { addressFile, market, size, crowds }))
        }),
      )
    requireSameShape(rounds)
    return {
      rounds: ROUNDS[size],
      conditions: [
        `${USERS[size]} dashboards of elite users for ${SECONDS[size]} s a case: chain and signals every second, indices every other, by a process of its own over 256 connections; two moments of the market a second; no TLS, no compression`,
        'the product: the web role alone on PostgreSQL, a signed-in session with each request; Express and Fastify serialise an object for each request and know no user; the bare server writes what was serialised once',
        "CPU: of the server's process, from /proc; latency: from the time a request was due to the end of its answer",
        `dashboards held: the largest of ${CROWDS[size].join(', ')} with p99 within ${HELD_P99_MS} ms and no failure, in the last round, ${REQUESTS_PER_USER} requests a second each, server and load on two cores`,
      ],
      figures: [
        ...(Object.keys(CASES) as Case[]).flatMap((which) => caseFigures(which, rounds)),
        ...SIDES.map((side) => ({
          name: `${NAMES[side]}, dashboards held`,
          unit: 'users',
          value: spreadOf(rounds[side].flatMap(({ held }) => held ?? [])),
        })),
      ],
    }
  },
}

function caseFigures(which: Case, rounds: Readonly<Record<Side, readonly Round[]>>): BenchFigure[] {
  const cpu = (side: Side) => rounds[side].map(({ cases }) => (cases[which].serverCpuMs * 1000) / cases[which].requests)
  const name = CASE_NAMES[which]
  return [
    ...SIDES.map((side) => ({ name: `${name}, ${NAMES[side]}: CPU`, unit: 'µs/request', value: spreadOf(cpu(side)) })),
    ...SIDES.filter((side) => side !== 'product').map((side) => ({
      name: `  product ÷ ${NAMES[side]}`,
      unit: '×',
      value: spreadOf(ratiosOf(cpu('product'), cpu(side))),
    })),
    ...SIDES.map((side) => ({
      name: `${name}, ${NAMES[side]}: p99`,
      unit: 'ms',
      value: spreadOf(rounds[side].map(({ cases }) => cases[which].p99Ms)),
    })),
  ]
}

/** Throws when a side answered something else: then there is nothing to compare. */
function requireSameShape(rounds: Readonly<Record<Side, readonly Round[]>>): void {
  const shapes = SIDES.map((side) => {
    const [{ cases }] = rounds[side] as [Round]
    const { near, indices, signals } = cases.near.bodies
    const texts = { near, indices, signals, all: cases.all.bodies.all }
    return JSON.stringify(Object.entries(texts).map(([path, text]) => [path, keysOf(JSON.parse(text!))]))
  })
  if (new Set(shapes).size > 1) throw new Error(`the sides answer differently: ${shapes.join(' / ')}`)
}

function keysOf(value: object): unknown {
  return Array.isArray(value) ? [value.length, Object.keys(value[0] as object)[0]] : Object.keys(value)
}

interface Setting {
  readonly addressFile: string
  readonly market: string
  readonly size: Size
  readonly crowds: readonly number[]
}

/** Starts a side, asks each case of it and then crowds until it is late, and ends it. */
function served(data: string, side: Side, { addressFile, market, size, crowds }: Setting): Promise<Round> {
  const args =
    side === 'product'
      ? [
          'apps/server/tests/push/page-server.ts',
          addressFile,
          market,
          join(data, 'web'),
          '1',
          `${Math.max(USERS[size], ...crowds) - 1}`,
        ]
      : ['tools/bench/src/polls/peer-server.ts', side, market]
  const start = () =>
    startManagedProcess<Pick<ServedPages, 'url'> & Partial<ServedPages>>({
      name: side,
      readyWithinMs: READY_MS,
      args,
      logFile: join(data, 'logs', `${side}.log`),
    })
  return whileRunning(
    start,
    ({ program }) => program,
    async ({ program, ready }) => {
      const { pid }: ManagedProcess = program
      const load = (order: Pick<PollOrder, 'users' | 'chain' | 'isConditional' | 'warmMs'>) =>
        polled(data, {
          ...order,
          url: ready.url,
          pid,
          cookies: (ready.users ?? []).map(({ cookie }) => cookie),
          seconds: SECONDS[size],
          isEachReported: false,
        })
      const cases: Partial<Record<Case, PollLoad>> = {}
      for (const [which, order] of Object.entries(CASES)) {
        const answered = await load({ ...order, users: USERS[size], warmMs: WARM_MS.case })
        if (answered.failures > 0) throw new Error(`${answered.failures} requests failed at ${side}`)
        cases[which as Case] = answered
      }
      let held = crowds.length > 0 ? 0 : undefined
      for (const users of crowds) {
        const { failures, p99Ms } = await load({ ...CASES.near, users, warmMs: WARM_MS.crowd })
        if (failures > 0 || p99Ms > HELD_P99_MS) break
        held = users
      }
      return { cases: cases as Record<Case, PollLoad>, held }
    },
  )
}
