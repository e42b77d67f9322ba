import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istDateAt, istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { armUser, logIn, until } from '../../trading-stack.ts'
import { FakeMarket } from '../fake-market.ts'
import type { AuditedAccount } from '../external-audit.ts'
import type { KillStack } from './kill-stack.ts'
import type { SeededRandom } from './seeded-random.ts'

/** What the market or the engine does to an open trade. */
type Act = 'lift' | 'turn' | 'drop' | 'target'

interface Company {
  readonly accounts: readonly AuditedAccount[]
  readonly acts: Act[]
  decisions: number
  decidedAt: EpochMs
  actedAt: EpochMs
}

const COMPANY_SIZE = 2
/** Market milliseconds between two decisions to enter, and between two acts. */
const DECIDE_EVERY_MS = 12_000
const ACT_EVERY_MS = 6_000
const MAX_DECISIONS = 4
/** Entries late in the day are refused: the next company trades on the next morning. */
const LAST_START = { hour: 14, minute: 0 }
const NEXT_START = { hour: 9, minute: 40 }
const WAIT_MS = 180_000

/**
 * Keeps trades happening, whichever process is killed: new accounts are armed, made to buy, see the market rise or fall
 * or the engine turn, and are let go once flat. It knows nothing of what is being tested.
 */
export class RunLog {
  /** Everyone who ever took part. */
  readonly cast: AuditedAccount[] = []
  readonly #stack: KillStack
  readonly #market: FakeMarket
  readonly #random: SeededRandom
  #company: Company | undefined
  /** How far the acts have moved the index away from its own way, percent. */
  #movedPct = 0

  constructor(stack: KillStack, random: SeededRandom) {
    const { sandbox, clock, bus, db } = stack
    this.#stack = stack
    this.#market = new FakeMarket({ sandbox, tickerUrl: sandbox.url, clock, bus, db })
    this.#random = random
  }

  /** Those on the stage now. */
  get accounts(): readonly AuditedAccount[] {
    return this.#company?.accounts ?? []
  }

  /** Does the next thing that is due. */
  async step(): Promise<void> {
    const trades = await this.#trades()
    if (this.#company === undefined || this.#isOver(trades)) {
      await this.#nextCompany()
      return
    }
    const company = this.#company
    const now = this.#stack.clock.now()
    const isLacking = company.accounts.some(({ userId }) => trades.every((trade) => trade.account_id !== userId))
    if (isLacking && company.decisions < MAX_DECISIONS && now >= company.decidedAt + DECIDE_EVERY_MS) {
      company.decisions += 1
      company.decidedAt = now
      company.actedAt = now
      // What is next to the money by now: one contract at a time.
      await this.#market.forgetContract()
      await this.#market.buy()
      return
    }
    if (trades.some((trade) => trade.state === 'open') && now >= company.actedAt + ACT_EVERY_MS) {
      company.actedAt = now
      await this.#act(company.acts.shift() ?? 'turn')
    }
  }

  /** Whether some trade is under way. */
  async isLive(): Promise<boolean> {
    return (await this.#trades()).some((trade) => isLive(trade.state))
  }

  /** Ends every trade that is open. */
  async finish(): Promise<void> {
    await until('the end of every trade', WAIT_MS, async () => {
      if (!(await this.isLive())) return true
      await this.#market.turnAgainst()
      return undefined
    })
  }

  /** Lets the feed go. */
  async close(): Promise<void> {
    await this.#market.forgetContract()
  }

  #isOver(trades: readonly { account_id: string; state: string }[]): boolean {
    const company = this.#company!
    if (trades.some((trade) => isLive(trade.state))) return false
    const given = company.accounts.every(({ userId }) => trades.some((trade) => trade.account_id === userId))
    return (
      given || (company.decisions >= MAX_DECISIONS && this.#stack.clock.now() >= company.decidedAt + DECIDE_EVERY_MS)
    )
  }

  async #trades() {
    const ids = this.accounts.map(({ userId }) => userId)
    if (ids.length === 0) return []
    return this.#stack.db.selectFrom('trades').select(['account_id', 'state']).where('account_id', 'in', ids).execute()
  }

  async #nextCompany(): Promise<void> {
    const { sandbox, clock, bus, vault, db } = this.#stack
    await this.#letGo()
    // Many targets one upon the other would carry the index to where its options are not to be had.
    if (this.#movedPct !== 0) await this.#spike(-this.#movedPct, 1_000)
    const now = clock.now()
    if (now >= istInstant(istDateAt(now), LAST_START.hour, LAST_START.minute)) await this.#nextMorning()
    const accounts: AuditedAccount[] = []
    for (let i = 0; i < COMPANY_SIZE; i += 1) {
      const number = this.cast.length + i + 1
      const account = { userId: `u${number}`, brokerUser: `SW${2000 + number}` }
      await sandbox.post('/accounts', { user_id: account.brokerUser })
      await armUser(db, vault, clock, account.userId, account.brokerUser, await logIn(sandbox, account.brokerUser))
      accounts.push(account)
    }
    this.cast.push(...accounts)
    const lifts = Array.from({ length: this.#random.whole(0, 2) }, () => 'lift' as const)
    const acts: Act[] = [...lifts, this.#random.pick(['turn', 'drop', 'target'] as const)]
    const [decidedAt, actedAt] = [0 as EpochMs, clock.now()]
    this.#company = { accounts, acts, decisions: 0, decidedAt, actedAt }
    for (const { userId } of accounts) bus.publish(`account.${userId}`, null)
  }

  /** The accounts are flat: their users disconnect, so that no process manages them any more. */
  async #letGo(): Promise<void> {
    const ids = this.accounts.map(({ userId }) => userId)
    if (ids.length === 0) return
    await this.#stack.db
      .updateTable('broker_links')
      .set((row) => ({ connected: false, exit_token: row.ref('access_token'), access_token: null }))
      .where('user_id', 'in', ids)
      .execute()
  }

  async #nextMorning(): Promise<void> {
    const { sandbox, clock } = this.#stack
    const day = nseCalendar.nextTradingDay(istDateAt(clock.now()))
    const to = istInstant(day, NEXT_START.hour, NEXT_START.minute)
    const text = `${day}T${String(NEXT_START.hour).padStart(2, '0')}:${NEXT_START.minute}+05:30`
    await sandbox.post('/clock/jump', { to: text })
    await until('the next morning', WAIT_MS, async () => (clock.now() >= to ? true : undefined))
  }

  async #act(act: Act): Promise<void> {
    switch (act) {
      case 'lift':
        // About one R of a call at the money: the trail begins.
        await this.#spike(0.25, 3_000)
        return
      case 'target':
        await this.#spike(1.2, 5_000)
        return
      case 'drop':
        await this.#spike(-0.6, 3_000)
        return
      case 'turn':
        await this.#market.turnAgainst()
    }
  }

  async #spike(pct: number, overMs: number): Promise<void> {
    this.#movedPct += pct
    await this.#stack.sandbox.post('/scenario', { kind: 'spike', pct, overMs })
  }
}

function isLive(state: string): boolean {
  return state === 'entering' || state === 'open' || state === 'exiting'
}
