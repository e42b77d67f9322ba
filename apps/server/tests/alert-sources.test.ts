// @invariant alert-once
import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { Notification } from '@strikewise/execution/store/notification.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { HOUR_MS, istInstant, MINUTE_MS, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { split } from '@strikewise/messages/split.ts'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { paperAccountId } from '../src/accounts/paper-exchange.ts'
import { runSources } from '../src/alerts/run-sources.ts'
import { morningReadiness } from '../src/alerts/sources/morning-readiness.ts'
import { openThreadBus, type ThreadBus } from '../src/bus/thread-bus.ts'
import { startTestPostgres, type TestPostgres } from '../src/store/testing.ts'
import { setKillSwitch } from '../src/kill-switch/kill-switch.ts'
import { openFeatureFlags } from '../src/feature-flags/feature-flags.ts'
import { chatsOf, keysOf, noticesOf, readSource, writeUser } from './alert-users.ts'
import { writeTrade } from './trade-rows.ts'

/** A Friday with a session. */
const DAY = '2026-11-20' as IstDate
const logger = pino({ level: 'silent' })

let postgres: TestPostgres
let bus: ThreadBus
let now: EpochMs
let running: { close(): Promise<void> } | undefined
const clock = { now: () => now, sleep: async () => {}, at: () => () => {} }
beforeAll(async () => {
  postgres = await startTestPostgres()
  bus = openThreadBus('alerts-test', 'alerts-test')
})
beforeEach(() => {
  now = istInstant(DAY, 10)
})
afterEach(async () => {
  await running?.close()
  running = undefined
})
afterAll(async () => {
  bus.close()
  await postgres.stop()
})

function start(): void {
  const { db } = postgres.store
  const fixed = { config: { liveTrading: true, sandbox: true }, publicUrl: 'https://strikewise.example' }
  running = runSources({ ...fixed, db, bus, clock, logger, flags: openFeatureFlags(db) })
}

const notified = (userId: string, keys: readonly string[]) =>
  expect.poll(() => keysOf(postgres.store.db, userId), { timeout: 15_000 }).toEqual(keys)

/** A notification of the core: its message, or as a version wrote it whose texts were sentences. */
const note = (userId: string, kind: Notification['kind'], key: string, message?: Notification['message']) => {
  const words = message === undefined ? { text: `words of ${key}` } : { text: null, message: split(message) }
  return postgres.store.db
    .insertInto('trade_notifications')
    .values({ user_id: userId, kind, key, at: now, symbol: null, notified_at: null, ...words })
    .execute()
}

describe('the sources', () => {
  it('notify of what the execution core wrote, once over restarts, with the way to the decision', async () => {
    const user = await writeUser(postgres.store.db, now)
    await writeTrade(postgres.store.db, user, DAY, 'note-trade', 'open')
    await note(user, 'trade_opened', 'opened/note-trade')
    await note(user, 'alarm', `alarm/${user}`)
    start()
    await notified(user, ['opened/note-trade', `alarm/${user}`])
    await running?.close()
    await note(user, 'trade_closed', 'closed/note-trade')
    start()
    await notified(user, ['opened/note-trade', `alarm/${user}`, 'closed/note-trade'])
    expect((await noticesOf(postgres.store.db, user)).map(({ kind, link }) => [kind, link])).toEqual([
      ['entry', '/why/decision/decision-note-trade'],
      ['attention', null],
      ['exit', '/why/decision/decision-note-trade'],
    ])
  })

  it('send an alarm by its code and figures, and one of an older version as it was written', async () => {
    const user = await writeUser(postgres.store.db, now)
    const contract = { symbol: 'NIFTY', strike: 24_500, side: 'CE' } as const
    await note(user, 'alarm', `older/${user}`)
    await note(user, 'alarm', `alarm/${user}`, { code: 'alarm.unprotected', contract, units: 65 })
    start()
    await notified(user, [`older/${user}`, `alarm/${user}`])
    expect((await noticesOf(postgres.store.db, user)).map(({ text }) => text)).toEqual([
      `words of older/${user}`,
      '65 units of NIFTY 24500 CE without a confirmed stop. We keep trying to place it. Check your orders with the broker.',
    ])
  })

  it('send decisions to buy to the plans with alerts, not those from before', async () => {
    const [pro, starter] = [
      await writeUser(postgres.store.db, now, { plan: 'pro' }),
      await writeUser(postgres.store.db, now, { plan: 'starter' }),
    ]
    await postgres.store.db.deleteFrom('alert_cursors').execute()
    await decide(1, 'buy_call')
    start()
    await expect
      .poll(() => postgres.store.db.selectFrom('alert_cursors').select('name').execute())
      .toContainEqual({ name: 'decisions' })
    await decide(2, 'none')
    now = (now + 11 * MINUTE_MS) as EpochMs
    await decide(3, 'buy_call')
    bus.publish('decision', { seq: 3 })
    await notified(pro, ['signal/d3'])
    expect(await keysOf(postgres.store.db, starter)).toEqual([])
    expect((await noticesOf(postgres.store.db, pro))[0]!.text).toMatch(
      /^BUY NIFTY 24500 CE near ₹182\.35 · stop ₹146\.35 · score 0\.62 \(needs 0\.40\)\. Expected cost of 1 lot: ₹\d+\.\d\d \(0\.\d\d R\), breakeven at an index move of \d+\.\d points\.$/,
    )
  })

  it('send a signal that holds once a contract and episode', async () => {
    const pro = await writeUser(postgres.store.db, now, { plan: 'pro' })
    // After those of the test before, and of another contract.
    now = (now + HOUR_MS) as EpochMs
    start()
    const decideLater = async (seq: number, minutes: number, strike: number) => {
      now = (now + minutes * MINUTE_MS) as EpochMs
      await decide(seq, 'buy_call', strike)
      bus.publish('decision', { seq })
    }
    await decideLater(4, 0, 24_500)
    await notified(pro, ['signal/d4'])
    await decideLater(5, 2, 24_500)
    await decideLater(6, 10, 24_500)
    await decideLater(7, 0, 24_550)
    await notified(pro, ['signal/d4', 'signal/d7'])
    await decideLater(8, 11, 24_500)
    await notified(pro, ['signal/d4', 'signal/d7', 'signal/d8'])
  })

  it('notify of a raised stop once a minute, and nothing at the first sight of a trade', async () => {
    const user = await writeUser(postgres.store.db, now)
    await writeTrade(postgres.store.db, user, DAY, 'moving', 'open')
    start()
    const raise = async (trigger: number) => {
      await postgres.store.pool.query(
        `update trades set body = jsonb_set(body, '{trigger}', $2::jsonb) where id = $1`,
        ['moving', String(trigger)],
      )
      bus.publish(`trades.${user}`, null)
    }
    const seen = () =>
      postgres.store.db.selectFrom('stop_notifications').select(['trade_id', 'trigger_paise']).execute()
    await expect.poll(seen).toContainEqual({ trade_id: 'moving', trigger_paise: 8065 })
    now = (now + 61_000) as EpochMs
    await raise(8_500)
    await notified(user, ['stop/moving/8500'])
    await raise(8_600)
    await raise(8_700)
    await note(user, 'alarm', `marker/${user}`)
    await notified(user, ['stop/moving/8500', `marker/${user}`])
    now = (now + 61_000) as EpochMs
    bus.publish(`trades.${user}`, null)
    await notified(user, ['stop/moving/8500', `marker/${user}`, 'stop/moving/8700'])
    expect((await noticesOf(postgres.store.db, user))[0]!.text).toBe('PAPER NIFTY 25000 CE: stop moved up to ₹85.00.')
  })

  it('notify of a refused entry once a day, index and reason, and not what the user chose', async () => {
    const user = await writeUser(postgres.store.db, now)
    await postgres.store.db.insertInto('execution_accounts').values({ account_id: user, journal_hash: '' }).execute()
    const refuse = (n: number, code: string) =>
      postgres.store.db
        .insertInto('entry_refusals')
        .values({ account_id: user, symbol: 'NIFTY', decision_id: `${n}`, on_day: DAY, at: now, code, text: 'Words.' })
        .execute()
    const chosen = ['user_stop', 'outside_entry_hours']
    for (let n = 0; n < 40; n += 1) await refuse(n, n % 2 === 0 ? 'cash' : chosen[(n >> 1) % 2]!)
    start()
    await notified(user, ['refused/2026-11-20/NIFTY/cash'])
    await refuse(41, 'cash')
    await refuse(42, 'freeze')
    bus.publish('decision', { seq: 0 })
    await notified(user, ['refused/2026-11-20/NIFTY/cash', 'refused/2026-11-20/NIFTY/freeze'])
    expect((await noticesOf(postgres.store.db, user))[0]!.text).toBe(
      'NIFTY: Words. Add cash to your account. Option buying needs cash, not collateral.',
    )
  })

  it('ask for the login of the day at 08:15 on trading days, of those whose login is missing', async () => {
    const [stale, fresh, unarmed] = [
      await writeUser(postgres.store.db, now),
      await writeUser(postgres.store.db, now),
      await writeUser(postgres.store.db, now),
    ]
    await link(stale, istInstant('2026-11-19' as IstDate, 9))
    await link(fresh, istInstant(DAY, 8))
    now = istInstant(DAY, 8, 14)
    start()
    await note(unarmed, 'alarm', `early/${unarmed}`)
    await notified(unarmed, [`early/${unarmed}`])
    expect(await keysOf(postgres.store.db, stale)).toEqual([])
    now = istInstant(DAY, 8, 15)
    bus.publish('decision', { seq: 0 })
    await notified(stale, ['token/2026-11-20'])
    expect([await keysOf(postgres.store.db, fresh), await keysOf(postgres.store.db, unarmed)]).toEqual([
      [],
      [`early/${unarmed}`],
    ])
  })

  it('ask no user whose plan ended for a login, and name what is missing in a paper account', async () => {
    const [ended, paper] = [
      await writeUser(postgres.store.db, (now - 31 * 86_400_000) as EpochMs),
      await writeUser(postgres.store.db, now, { plan: 'starter' }),
    ]
    await postgres.store.db.deleteFrom('alert_cursors').where('name', '=', 'token_needed').execute()
    const yesterday = istInstant('2026-11-19' as IstDate, 9)
    await link(ended, yesterday)
    await link(paper, yesterday, { mode: 'paper', broker_user_id: paperAccountId(paper) })
    now = istInstant(DAY, 8, 15)
    start()
    await notified(paper, ['token/2026-11-20'])
    expect(await keysOf(postgres.store.db, ended)).toEqual([])
    expect((await noticesOf(postgres.store.db, paper))[0]!.text).toMatch(/^Your paper account is not connected today\./)
  })

  it('send the readiness of the morning once, from 08:15 when something fails, else at 08:45', async () => {
    const { db } = postgres.store
    await db.deleteFrom('alert_cursors').where('name', '=', 'readiness').execute()
    const [ready, failing, unlinked, starter] = [
      await writeUser(db, now, { chat: '201' }),
      await writeUser(db, now, { chat: '202' }),
      await writeUser(db, now, { chat: '203' }),
      await writeUser(db, now, { plan: 'starter' }),
    ]
    const today = istInstant(DAY, 8)
    await link(ready, today)
    await link(failing, today)
    await link(starter, today, { mode: 'paper', broker_user_id: paperAccountId(starter) })
    await db.updateTable('broker_links').set({ egress_address: null }).where('user_id', '=', failing).execute()
    now = istInstant(DAY, 8, 15)
    start()
    await notified(failing, ['readiness/2026-11-20'])
    expect(await keysOf(db, ready)).toEqual([])
    now = istInstant(DAY, 8, 45)
    bus.publish('decision', { seq: 0 })
    await notified(ready, ['readiness/2026-11-20'])
    expect(await Promise.all([failing, unlinked, starter].map((user) => keysOf(db, user)))).toEqual([
      ['readiness/2026-11-20'],
      [],
      [],
    ])
    expect(await chatsOf(db, ready)).toEqual(['readiness/2026-11-20 → 201'])
    const [notice] = await noticesOf(db, failing)
    expect(notice).toMatchObject({ kind: 'readiness', link: '/dashboard' })
    expect(notice!.text.split('\n').slice(0, 4)).toEqual([
      'Not ready for today’s session.',
      '✓ Logged in to Zerodha until 08:00.',
      '✗ No IP address is assigned to your account, so no order can be sent. Contact support.',
      '○ Not read from the broker yet.',
    ])
  })

  it('send the readiness to browsers once, none to a chat that switched it off, and none on a holiday or after the open', async () => {
    const { db } = postgres.store
    await db.deleteFrom('alert_cursors').where('name', '=', 'readiness').execute()
    const quiet = await writeUser(db, now, { chat: '204' })
    await link(quiet, istInstant(DAY, 8))
    const off = { user_id: quiet, kind: 'readiness', channel: 'telegram', is_on: false } as const
    await db.insertInto('alert_switches').values(off).execute()
    const source = morningReadiness(
      nseCalendar,
      { account: () => undefined, feed: () => undefined, contracts: () => undefined },
      { liveTrading: true, sandbox: true },
    )
    const send = async (at: EpochMs) => (await readSource(db, source, at)).length
    expect(await send(istInstant('2026-11-21' as IstDate, 8, 45))).toBe(0)
    expect(await send(istInstant(DAY, 9, 15))).toBe(0)
    await db
      .insertInto('push_subscriptions')
      .values({ user_id: quiet, endpoint: 'https://push.example/204', p256dh: 'p', auth: 'a', user_agent: null })
      .execute()
    await send(istInstant(DAY, 8, 46))
    await send(istInstant(DAY, 8, 47))
    expect(await keysOf(db, quiet)).toEqual(['readiness/2026-11-20'])
    expect(await chatsOf(db, quiet)).toEqual([])
    const pushed = await db
      .selectFrom('push_outbox')
      .innerJoin('notices', 'notices.id', 'push_outbox.notice_id')
      .select(['kind', 'link'])
      .where('push_outbox.user_id', '=', quiet)
      .execute()
    expect(pushed).toEqual([{ kind: 'readiness', link: '/dashboard' }])
  })

  it('end a pause when its time has come, and a stop never', async () => {
    const [paused, stopped] = [await writeUser(postgres.store.db, now), await writeUser(postgres.store.db, now)]
    const { db } = postgres.store
    const resumeAt = (now + 3_600_000) as EpochMs
    await setKillSwitch(db, paused, { engaged: true, by: paused, channel: 'telegram', resumeAt }, now)
    await setKillSwitch(db, stopped, { engaged: true, by: stopped, channel: 'telegram' }, now)
    start()
    now = resumeAt
    bus.publish('decision', { seq: 0 })
    await notified(paused, [`pause-over/${resumeAt}`])
    const rows = await db.selectFrom('kill_switches').select(['scope', 'engaged', 'resume_at']).execute()
    expect(rows).toEqual(
      expect.arrayContaining([
        { scope: paused, engaged: false, resume_at: null },
        { scope: stopped, engaged: true, resume_at: null },
      ]),
    )
    const changes = await db
      .selectFrom('kill_switch_changes')
      .select(['engaged', 'channel', 'changed_by'])
      .where('scope', '=', paused)
      .orderBy('id')
      .execute()
    expect(changes).toEqual([
      { engaged: true, channel: 'telegram', changed_by: paused },
      { engaged: false, channel: 'schedule', changed_by: 'schedule' },
    ])
  })
})

const CONTRACT = { symbol: 'NIFTY', side: 'CE', expiry: '2026-11-24', lotSize: 75 }
const PRICES = { bid: 18_225, ask: 18_245, mid: 18_235, limit: 18_250, delta: 0.52, stopDistance: 3600 }
const RECORD = { spot: 2_450_000, score: 0.62, threshold: 0.4, contributions: [] }

async function decide(seq: number, action: 'buy_call' | 'none', strike = 24_500): Promise<void> {
  const contract = { ...CONTRACT, strike, tradingsymbol: `NIFTY26N24${strike}CE` }
  const entry = action === 'none' ? null : { contract, ...PRICES }
  await postgres.store.pool.query(`insert into decisions values ($1, $2, 'NIFTY', $3, $4, $5, $6, '')`, [
    seq,
    `d${seq}`,
    now,
    action,
    JSON.stringify({ ...RECORD, id: `d${seq}`, barEnd: now, entry }),
    `h${seq}`,
  ])
}

async function link(
  userId: string,
  loginAt: EpochMs,
  of: { mode: LinkMode; broker_user_id: string | null } = { mode: 'live', broker_user_id: null },
): Promise<void> {
  const bytes = Buffer.from('sealed')
  await postgres.store.db
    .insertInto('broker_links')
    .values({
      ...of,
      user_id: userId,
      api_key: bytes,
      api_key_last4: '0001',
      api_secret: bytes,
      access_token: bytes,
      exit_token: null,
      connected: true,
      login_at: new Date(loginAt),
      token_expires_at: new Date(loginAt),
      egress_address: of.mode === 'live' ? '203.0.113.7' : null,
    })
    .execute()
}
