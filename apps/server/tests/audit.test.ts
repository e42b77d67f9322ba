// @invariant disagreement-reported
import { setTimeout as delay } from 'node:timers/promises'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import { KiteBroker } from '@strikewise/brokers/zerodha/kite-broker.ts'
import type { Ticker } from '@strikewise/kite/ticker/ticker.ts'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { brokerCredentials } from '../src/accounts/broker-credentials.ts'
import { Auditor, type AuditIntervals } from '../src/audit/auditor.ts'
import type { AuditedBroker } from '../src/audit/broker-snapshot.ts'
import { OutsideAuditor } from './black-box/external-audit.ts'
import { Fixture, startSurroundings } from './fixture.ts'
import { heldTrade, holdProtectedPosition } from './protected-position.ts'
import { armUser, logIn, until } from './trading-stack.ts'

const USER = 'u1'
const BROKER_USER = 'SW1001'
const ACCOUNT = { userId: USER, brokerUser: BROKER_USER }
const WAIT_MS = 30_000
const QUICK: AuditIntervals = { everyMs: 200, recheckMs: 100, manualSaleMs: 300 }

let fixture: Fixture
let stack: Fixture['sandbox']
let postgres: Fixture['postgres']
let config: Fixture['config']
let clock: Fixture['clock']
let vault: Fixture['vault']
let broker: KiteBroker
let ticker: Ticker
let auditor: Auditor | undefined
const alarms: string[] = []
let checks = 0
const checkedAccounts = new Set<string>()

/** A trade is opened and protected by the real trader, which then goes: only the auditor sees what happens next. */
beforeAll(async () => {
  fixture = new Fixture(await startSurroundings(5, 'audit', '2026-09-16T10:00'))
  ;({ sandbox: stack, postgres, config, clock, vault } = fixture)
  const { db } = fixture
  ticker = await holdProtectedPosition(fixture, USER, BROKER_USER)
  // The market's minute after a trade's end, in which it is audited, is a minute from here on.
  await stack.post('/clock/speed', { speed: 1 })
  broker = new KiteBroker({
    urls: (mode) => config.brokers[mode],
    clock,
    algoId: undefined,
    credentials: () => brokerCredentials(db, vault, USER),
    onError: (what, error) => expect.fail(`${what}: ${String(error)}`),
  })
  await broker.refresh()
}, 120_000)

afterEach(async () => {
  await auditor?.close()
  auditor = undefined
  alarms.length = 0
  checkedAccounts.clear()
  checks = 0
})

afterAll(async () => {
  await broker?.close()
  await ticker?.close()
  await fixture?.close()
})

function audit(reading: AuditedBroker = broker, intervals = QUICK): void {
  auditor = new Auditor({
    db: postgres.store.db,
    clock,
    calendar: nseCalendar,
    broker(account) {
      checkedAccounts.add(account)
      return account === USER ? reading : undefined
    },
    observer: {
      count: (name) => {
        if (name === 'audit_looks') checks += 1
      },
      alarm: (account, code) => alarms.push(`${account} ${code}`),
    },
    onError: (account, error) => expect.fail(`audit of ${account}: ${String(error)}`),
    intervals,
  })
  auditor.start()
}

/** As many whole rounds as it takes to find, confirm and report again. */
const checksDone = (more: number) => {
  const enough = checks + more
  return until('more looks', WAIT_MS, async () => (checks >= enough ? true : undefined))
}

const alarmed = (...codes: string[]) =>
  until(`the alarms ${codes.join(', ')}`, WAIT_MS, async () =>
    codes.every((code) => alarms.includes(`${USER} audit_${code}`)) ? true : undefined,
  )

async function count(table: 'fills' | 'audit_findings'): Promise<number> {
  const { rows } = await sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`.execute(
    postgres.store.db,
  )
  return rows[0]!.count
}

describe('the auditor on a real store and the sandbox', () => {
  it('finds nothing in honest books, however often it looks', async () => {
    audit()
    await checksDone(5)
    expect(alarms).toEqual([])
    expect(await count('audit_findings')).toBe(0)
    const { broken, differences, doubts } = await new OutsideAuditor(stack, postgres.store.db).audit([ACCOUNT])
    expect([...broken, ...differences, ...doubts]).toEqual([])
  })

  it('keeps to itself what the next look does not find again', async () => {
    let reading = 0
    audit({
      async orders() {
        const book = await broker.orders()
        reading += 1
        return book.ok && reading % 2 === 1 ? { ...book, value: [] } : book
      },
      trades: () => broker.trades(),
      positions: () => broker.positions(),
    })
    // Looks of the auditor before may still end: its own readings are counted.
    await until('readings', WAIT_MS, async () => (reading > 6 ? true : undefined))
    expect(alarms).toEqual([])
  })

  it('lets the time for second thoughts begin when a slow look has ended', async () => {
    let readings = 0
    audit(
      {
        async orders() {
          readings += 1
          const number = readings
          const book = await broker.orders()
          if (number === 1) await delay(3_500)
          return book.ok && number <= 2 ? { ...book, value: [] } : book
        },
        trades: () => broker.trades(),
        positions: () => broker.positions(),
      },
      { ...QUICK, recheckMs: 3_000 },
    )
    await until('readings', WAIT_MS, async () => (readings > 3 ? true : undefined))
    expect(alarms).toEqual([])
  })

  it('reports once a row that differs from the journal, and one that is missing', async () => {
    const { id } = await heldTrade(fixture)
    await sql`update trades set body = jsonb_set(body, '{trigger}', '1') where id = ${id}`.execute(postgres.store.db)
    const { rows } = await sql<{ order_id: string }>`
      delete from broker_orders where phase = 'armed' returning order_id`.execute(postgres.store.db)
    audit()
    await alarmed('row_differs', 'order_unknown')
    await checksDone(5)
    const notified = await postgres.store.db.selectFrom('audit_findings').select(['code', 'subject']).execute()
    expect(notified).toContainEqual({ code: 'row_differs', subject: `trade ${id}` })
    expect(notified).toContainEqual({ code: 'row_differs', subject: `order 2026-09-16/${rows[0]!.order_id}` })
    expect(notified).toContainEqual({ code: 'order_unknown', subject: rows[0]!.order_id })
    expect(alarms).toHaveLength(notified.length)
    const stored = await postgres.store.db.selectFrom('audit_findings').select(['text', 'message']).execute()
    expect(stored).toContainEqual({
      text: null,
      message: { code: 'audit.order_unknown', params: { order: rows[0]!.order_id } },
    })
  })

  it('does not repeat after a restart what was reported, and retains it', async () => {
    const before = await count('audit_findings')
    audit()
    await checksDone(5)
    expect(alarms).toEqual([])
    expect(await count('audit_findings')).toBe(before)
    await expect(sql`update audit_findings set text = ''`.execute(postgres.store.db)).rejects.toThrow()
    await expect(sql`delete from audit_findings`.execute(postgres.store.db)).rejects.toThrow()
  })

  it('finds an order that another party placed under a tag of ours', async () => {
    const { body } = await heldTrade(fixture)
    const entry = await postgres.store.db
      .selectFrom('intents')
      .select('tag')
      .where('kind', '=', 'enter')
      .where('outcome', '=', 'accepted')
      .executeTakeFirstOrThrow()
    // Far under the price, so that it rests.
    const terms = { kind: 'LIMIT', quantity: body.contract.lotSize, price: 500 as Paise, validity: 'DAY' } as const
    const { tradingsymbol } = body.contract
    const answer = await broker.place(
      { tag: entry.tag!, tradingsymbol, side: 'BUY', product: body.product, terms },
      () => true,
    )
    expect(answer.type).toBe('accepted')
    audit()
    await alarmed('tag_twice')
  })

  it('finds an order under a tag that only looks like ours', async () => {
    const { body } = await heldTrade(fixture)
    const terms = { kind: 'LIMIT', quantity: body.contract.lotSize, price: 500 as Paise, validity: 'DAY' } as const
    const { tradingsymbol } = body.contract
    const tag = 'e0123456789abcdefghi'
    await broker.place({ tag, tradingsymbol, side: 'BUY', product: body.product, terms }, () => true)
    audit()
    await alarmed('order_without_intent')
  })

  it('looks at a trade that has just been closed: an order of it still works', async () => {
    const { id } = await heldTrade(fixture)
    const { db } = postgres.store
    const { body } = await db.selectFrom('trades').select('body').where('id', '=', id).executeTakeFirstOrThrow()
    const closed = JSON.stringify({ ...body, state: 'closed', closedAt: clock.now(), result: null })
    await db.updateTable('trades').set({ state: 'closed', body: closed }).where('id', '=', id).execute()
    try {
      audit()
      await alarmed('stray_order')
    } finally {
      await db
        .updateTable('trades')
        .set({ state: body.state, body: JSON.stringify(body) })
        .where('id', '=', id)
        .execute()
    }
  })

  it('finds that the position was sold manually without being noticed', async () => {
    const { body } = await heldTrade(fixture)
    const terms = { kind: 'MARKET', quantity: body.contract.lotSize } as const
    const { tradingsymbol } = body.contract
    await broker.place({ tag: 'byhand', tradingsymbol, side: 'SELL', product: body.product, terms }, () => true)
    audit()
    await alarmed('position_short')
  })

  it('finds a journal that was cut', async () => {
    await sql`alter table account_journal disable trigger account_journal_insert_only`.execute(postgres.store.db)
    await sql`delete from account_journal where seq = (select max(seq) - 1 from account_journal)`.execute(
      postgres.store.db,
    )
    audit()
    await alarmed('journal_broken')
  })

  it('is seconded by the auditor of the tests, which shares no code with it', async () => {
    const { broken, differences } = await new OutsideAuditor(stack, postgres.store.db).audit([ACCOUNT])
    expect(new Set(broken.map(({ code }) => code))).toEqual(new Set(['doubled', 'order_without_intent', 'journal']))
    expect(differences.map(({ code }) => code)).toContain('lost')
  })

  it('finds after the close that a trade is not over', async () => {
    await stack.post('/clock/jump', { to: '2026-09-16T15:45+05:30' })
    audit()
    await alarmed('not_flat')
  })

  it('looks after the close at every account that could have traded', async () => {
    const login = await logIn(stack, 'SW1002')
    await armUser(postgres.store.db, vault, clock, 'u2', 'SW1002', login)
    audit()
    await until('a look at an account without a trade', WAIT_MS, async () =>
      checkedAccounts.has('u2') ? true : undefined,
    )
  })

  it('closes at once while a reading hangs, and finds nothing in books it could not read', async () => {
    const before = await count('audit_findings')
    let asked = 0
    const hanging = new Promise<never>(() => {})
    audit({
      orders: () => {
        asked += 1
        return hanging
      },
      trades: () => hanging,
      positions: () => hanging,
    })
    await until('a question to the broker', WAIT_MS, async () => (asked > 0 ? true : undefined))
    await auditor!.close()
    expect(asked).toBe(1)
    expect(await count('audit_findings')).toBe(before)
  })
})
