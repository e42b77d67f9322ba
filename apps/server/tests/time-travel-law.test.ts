// @invariant past-state-exact
import { istDateAt, istIso, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Trade } from '@strikewise/execution/trade/trade.ts'
import { sql, type Kysely } from 'kysely'
import { pino } from 'pino'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { DomainError } from '../src/domain-error.ts'
import { loadKillSwitches, setKillSwitch, type KillSwitchState } from '../src/kill-switch/kill-switch.ts'
import { startTrader } from '../src/roles/trader.ts'
import type { Database } from '../src/store/database.ts'
import { storedStateAt, withPrices } from '../src/time-travel/past-state.ts'
import { activeTradesOn } from '../src/trades/active-trades.ts'
import { entryRefusalsOn } from '../src/trades/entry-refusals.ts'
import { fillsOf } from '../src/trades/fills-of.ts'
import { exitTrade, raiseStop } from '../src/trades/instructions.ts'
import { standingRow } from '../src/trades/live-pnl.ts'
import { tradeLogsOn } from '../src/trades/postgres-trade-views.ts'
import { Fixture, startSurroundings } from './fixture.ts'
import { armUser, decide, entryPlan, feedQuotes, logIn, until } from './trading-stack.ts'

/*
 * A session of trades on the sandbox, over the wire. All the while the user's own screens are read as the server makes them;
 * afterwards each of those seconds is rebuilt, and must be the same row by row.
 */

/** Seconds that are compared; `STRIKEWISE_PAST_SECONDS=1000` for the whole of a release. */
const SECONDS = Number(process.env['STRIKEWISE_PAST_SECONDS'] ?? 120)
/** Market seconds a real one. */
const SPEED = 20
const USER = 'traveller'
const BROKER_USER = 'SW1001'
const PATIENCE_MS = 90_000
/** Seconds that are read for each that is compared: in some a row is being written. */
const SPARE = 1.5
/** Different states of the open trades that a session shows at least: a busy machine trades less in as many seconds. */
const STATES = 4
/** As many are waited for, since the second of one may be left out. */
const STATES_READ = 2 * STATES
/** Half hours that are passed over, so that the session does not end. */
const MAX_JUMPS = 6
/** Of the price that stands in for the market's, which the store does not hold. */
const PRICE = { last: 21_345, bid: 0 } as const

/** What the user's screens showed at an instant, and where the account's journal ended then. */
interface Seen {
  readonly at: EpochMs
  readonly seq: number
  /** Rows beside the journal's. */
  readonly others: number
  readonly screens: Readonly<Record<string, unknown>>
}

let fixture: Fixture
let entry: Awaited<ReturnType<typeof entryPlan>>
let seq = 0
const closing: { close(): Promise<void> }[] = []

beforeAll(async () => {
  fixture = new Fixture(await startSurroundings(SPEED, 'time-travel', '2026-09-16T10:00'))
  const { sandbox, db, vault, clock, bus, config, postgres } = fixture
  await armUser(db, vault, clock, USER, BROKER_USER, await logIn(sandbox, BROKER_USER))
  const risk = { capital_paise: 200_000_000, daily_loss_cap_bp: 300, max_entries_per_symbol: 20 }
  await db
    .insertInto('risk_settings')
    .values({ user_id: USER, ...risk })
    .execute()
  entry = await entryPlan(sandbox, clock)
  closing.push(feedQuotes(sandbox, await logIn(sandbox, 'SWFEED'), clock, bus, entry.contract.token))
  closing.push(startTrader({ config, clock, store: postgres.store, vault, bus, logger: pino({ level: 'silent' }) }))
}, PATIENCE_MS)
afterAll(async () => {
  for (const part of closing.toReversed()) await part.close()
  await fixture?.close()
})

const inOneView = <T>(work: (tx: Kysely<Database>) => Promise<T>): Promise<T> =>
  fixture.db.transaction().setIsolationLevel('repeatable read').execute(work)

const REFUSALS = { limit: 500, before: undefined, until: undefined, language: 'en' } as const

/** The screens as the server makes them for their user, from the store as it is. */
async function readScreens(): Promise<Seen> {
  return inOneView(async (tx) => {
    const end = await tx
      .selectFrom('execution_accounts')
      .select('journal_seq')
      .where('account_id', '=', USER)
      .executeTakeFirst()
    // The transaction's view of the store is that of its first statement, which has ended.
    const at = fixture.clock.now()
    const day = istDateAt(at)
    const held = await tx
      .selectFrom('trades')
      .select('body')
      .where('account_id', '=', USER)
      .where('state', 'in', ['open', 'exiting'])
      .execute()
    const fills = await fillsOf(
      tx,
      held.map(({ body }) => body.id),
    )
    const locks = await tx
      .selectFrom('day_locks')
      .select(['mode', 'reason', 'at'])
      .where('account_id', '=', USER)
      .execute()
    return {
      at,
      seq: end?.journal_seq ?? 0,
      others: await otherRows(tx),
      screens: {
        active_trades: await activeTradesOn(tx, USER, day),
        trade_log: await tradeLogsOn(tx, USER, day, false),
        closed: await tradeLogsOn(tx, USER, day, true),
        refusals: (await entryRefusalsOn(tx, USER, day, REFUSALS)).refusals,
        standings: held.flatMap(({ body }) =>
          body.state === 'open' || body.state === 'exiting'
            ? standingRow({ trade: body, fills: fills.get(body.id) ?? [] }, { ...PRICE, receivedAt: at } as never)
            : [],
        ),
        day_locks: locks.map((lock) => ({ ...lock, at: istIso(lock.at as EpochMs) })),
        kill_switches: pausesOf(await loadKillSwitches(tx, USER)),
      },
    }
  })
}

const pausesOf = ({ user, global }: KillSwitchState) => [...(global ? ['global'] : []), ...(user ? ['user'] : [])]

/** The same, rebuilt. */
async function rebuild(at: EpochMs): Promise<Seen['screens']> {
  const stored = await inOneView((tx) => storedStateAt(tx, USER, at, 'en'))
  const priceAt = async () => ({ price: PRICE.last, at }) as never
  const { active_trades, trade_log, refusals, standings, day_locks, kill_switches } = await withPrices(stored, at, {
    priceAt,
  })
  return {
    active_trades,
    trade_log,
    closed: trade_log.filter(({ status }) => status === 'Closed'),
    refusals,
    standings,
    day_locks,
    kill_switches: kill_switches.map(({ scope }) => scope).toSorted(),
  }
}

/**
 * Whether the store held every row made up to then, and no other, when it was read: what is being written has its time
 * already, and is in no screen yet. Asked once the session is over.
 */
async function wasSettled({ at, seq: last, others }: Seen): Promise<boolean> {
  const { rows } = await sql<{ other: boolean }>`
    select true as other from account_journal
    where account_id = ${USER} and (seq > ${last}) = (at <= ${at}) limit 1`.execute(fixture.db)
  return rows.length === 0 && (await otherRows(fixture.db, at)) === others
}

/** Instructions and changes of kill switches, which no journal numbers; those made up to `until`. */
async function otherRows(db: Kysely<Database>, until?: EpochMs): Promise<number> {
  const end = until ?? Number.MAX_SAFE_INTEGER
  const { rows } = await sql<{ n: number }>`
    select ((select count(*) from trade_instructions where at <= ${end})
      + (select count(*) from kill_switch_changes where extract(epoch from at) * 1000 <= ${end}))::int as n`.execute(db)
  return rows[0]!.n
}

async function newest(): Promise<Trade | undefined> {
  const row = await fixture.db
    .selectFrom('trades')
    .select('body')
    .where('account_id', '=', USER)
    .orderBy('created_at', 'desc')
    .executeTakeFirst()
  return row?.body
}

const heldStates = (seen: readonly Seen[]) =>
  new Set(seen.map(({ screens }) => JSON.stringify(screens['active_trades']))).size

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** One trade after another, each with a stop that its user raises and an exit, and entries that a pause refuses. */
async function tradeOn(isOver: () => boolean): Promise<void> {
  const { sandbox, clock, db, bus } = fixture
  const giver = { userId: USER, by: USER, channel: 'web' } as const
  for (let round = 0; !isOver(); round += 1) {
    await decideEntry()
    await pause(1200)
    const trade = await newest()
    if (trade?.state === 'open') {
      const raised = { field: 'price', price: (trade.trigger + 100) as typeof trade.trigger }
      await instructed((tx) => raiseStop(tx, giver, trade.id, raised, { now: clock.now(), bidOf: () => undefined }))
      await pause(1500)
      if (round % 2 === 0) await instructed((tx) => exitTrade(tx, giver, trade.id, clock.now()))
      for (let i = 0; i < 2; i += 1) {
        await decide(db, bus, (seq += 1), { barEnd: clock.now(), action: 'none', score: -0.5, entry: null })
        await pause(400)
      }
    }
    await setKillSwitch(db, USER, { engaged: true, by: USER, channel: 'web' }, clock.now())
    await decideEntry()
    await pause(400)
    await setKillSwitch(db, USER, { engaged: false, by: USER, channel: 'web' }, clock.now())
    // The wait after an exit passes.
    if (round < MAX_JUMPS && (await newest())?.state === 'closed') await sandbox.post('/clock/jump', { minutes: 31 })
  }
}

async function decideEntry(): Promise<void> {
  const { sandbox, clock, db, bus } = fixture
  const fresh = await entryPlan(sandbox, clock, entry.contract.token)
  await decide(db, bus, (seq += 1), { barEnd: clock.now(), action: 'buy_call', score: 0.6, entry: fresh })
}

/** What has happened to the trade meanwhile may leave nothing to ask for. */
async function instructed(give: (tx: Kysely<Database>) => Promise<unknown>): Promise<void> {
  try {
    await fixture.db.transaction().execute(give)
    fixture.bus.publish(`account.${USER}`, null)
  } catch (error) {
    if (!(error instanceof DomainError)) throw error
  }
}

it(
  `rebuilds ${SECONDS} seconds of a session as the screens showed them then`,
  { timeout: 180_000 + SECONDS * 1000 },
  async () => {
    const seen: Seen[] = []
    let isOver = false
    const trading = tradeOn(() => isOver)
    try {
      await until(`${SECONDS} seconds`, 120_000 + SECONDS * 800, async () => {
        const one = await readScreens()
        if (Math.floor(one.at / 1000) !== Math.floor((seen.at(-1)?.at ?? 0) / 1000)) seen.push(one)
        const trade = await newest()
        const isEnough = seen.length >= SECONDS * SPARE && heldStates(seen) >= STATES_READ
        return isEnough && trade?.state === 'closed' ? true : undefined
      })
    } finally {
      isOver = true
      await trading
    }
    const settled: Seen[] = []
    for (const one of seen) if (await wasSettled(one)) settled.push(one)
    expect(settled.length).toBeGreaterThanOrEqual(SECONDS)
    for (const { at, screens } of settled) expect({ at, ...(await rebuild(at)) }).toEqual({ at, ...screens })
    // A session in which nothing happened would show nothing.
    const rowsOf = (name: string) => settled.map(({ screens }) => screens[name] as unknown[])
    expect(heldStates(settled)).toBeGreaterThanOrEqual(STATES)
    for (const name of ['trade_log', 'closed', 'refusals', 'standings', 'kill_switches'])
      expect([name, rowsOf(name).some((rows) => rows.length > 0)]).toEqual([name, true])
  },
)
