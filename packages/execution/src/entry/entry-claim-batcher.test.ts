// @invariant batch-isolation
import { NO_FOREIGN_TRADES } from '../trade/foreign-trades.ts'
import { describe, expect, it } from 'vitest'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istInstant } from '@strikewise/domain/time/ist.ts'
import { TEST_CONFIG } from '../testing/test-broker.ts'
import { HighWaterMarks } from '../high-water-marks.ts'
import { StaleEpoch, type Lease, type Ports, type StorePort, type StoreTransaction } from '../ports.ts'
import { MemoryStore } from '../testing/memory-store.ts'
import { DAY, decisionAt, goodFacts, rs } from '../testing/scenario.ts'
import { settle, VirtualClock } from '../testing/virtual-clock.ts'
import { EntryClaimBatcher } from './entry-claim-batcher.ts'
import type { EntryClaim, EntryClaimRequest } from './claim-entry.ts'

const EPOCH = 3

/** A store with many accounts in good order, a batcher on it, and a note of each transaction's accounts. */
class Office {
  readonly clock = new VirtualClock(istInstant(DAY, 10))
  readonly store = new MemoryStore()
  /** The accounts each transaction wrote for. */
  readonly transactions: string[][] = []
  /** The lane of each. */
  readonly lanes: (string | undefined)[] = []
  readonly batcher: EntryClaimBatcher
  readonly #lease: Lease = { epoch: EPOCH, held: () => true, lost: new Promise(() => {}), release: async () => {} }
  /** Called before a transaction's work. */
  before: () => Promise<void> = async () => undefined
  #ids = 0

  constructor(accounts: number) {
    for (let n = 0; n < accounts; n += 1)
      this.store.addAccount(nameOf(n), nameOf(n), { ...goodFacts(this.clock.now()), userId: nameOf(n) })
    this.batcher = new EntryClaimBatcher(this.#ports(), new HighWaterMarks())
  }

  claim(n: number, alone = false): Promise<EntryClaim> {
    return this.batcher.claim(this.candidate(n), alone)
  }

  /** What became of each claim: an intent, a refusal's code, or the error's name. */
  async outcomes(claims: readonly Promise<EntryClaim>[]): Promise<string[]> {
    const settled = Promise.all(
      claims.map((claim) =>
        claim.then(
          ({ intent, refusal }) => refusal?.code ?? intent!.kind,
          (error: unknown) => (error as Error).name,
        ),
      ),
    )
    await this.clock.advance(0)
    return settled
  }

  candidate(n: number): EntryClaimRequest {
    const now = this.clock.now()
    const decision = decisionAt(now)
    return {
      decision,
      entry: decision.entry!,
      context: {
        account: nameOf(n),
        lease: this.#lease,
        config: TEST_CONFIG,
        session: nseCalendar.sessionOn(DAY),
        funds: { usable: rs(500_000), opening: rs(500_000), readAt: now },
        open: [],
        inDoubt: false,
        isContractShort: false,
        foreignTrades: NO_FOREIGN_TRADES,
        clockSkewMs: () => undefined,
        budgetLeft: true,
        reEntryOf: undefined,
        attempt: 1,
        journalSeq: 0,
      },
    }
  }

  #ports(): Ports {
    const { clock, store } = this
    const unused = () => {
      throw new Error('the batcher has no use for this')
    }
    const watched: StorePort = {
      transaction: (work, lane) =>
        store.transaction(async (t) => {
          const accounts: string[] = []
          this.transactions.push(accounts)
          this.lanes.push(lane)
          await this.before()
          return work(noting(t, accounts))
        }),
    }
    const quote = { bid: rs(149.9), ask: rs(150.1), last: rs(150), askQuantity: 10_000 }
    return {
      clock,
      ids: { next: (kind) => `${kind[0]}${String((this.#ids += 1)).padStart(6, '0')}` },
      broker: unused,
      store: watched,
      feed: { quote: () => ({ ...quote, receivedAt: clock.now() }), watch: unused },
      lease: { join: unused },
      outbox: { put: unused },
      offlineJournal: { append: unused, read: unused, clear: unused },
      observer: { tradesChanged: unused, count: unused, alarm: unused },
    }
  }
}

function nameOf(n: number): string {
  return `u${String(n).padStart(3, '0')}`
}

function noting(t: StoreTransaction, accounts: string[]): StoreTransaction {
  return {
    lock: (account, epoch) => t.lock(account, epoch),
    lockFree: (epochs) => t.lockFree(epochs),
    journalSeq: (account) => t.journalSeq(account),
    facts: (account, at) => t.facts(account, at),
    instructions: (account, on) => t.instructions(account, on),
    tickets: (account, on) => t.tickets(account, on),
    load: (account, on) => t.load(account, on),
    entryRows: (some, at) => t.entryRows(some, at),
    histories: (some, on) => t.histories(some, on),
    dailyResults: (some, on) => t.dailyResults(some, on),
    write: (account, batch) => t.write(account, batch),
    attempt: (work) => t.attempt(work),
    writeAll: (batches) => {
      accounts.push(...batches.keys())
      return t.writeAll(batches)
    },
  }
}

describe('the entries of many accounts', () => {
  it('are claimed a hundred to a transaction', async () => {
    const office = new Office(250)
    const claims = Array.from({ length: 250 }, (_, n) => office.claim(n))
    expect(await office.outcomes(claims)).toEqual(claims.map(() => 'enter'))
    expect(office.transactions.map((accounts) => accounts.length)).toEqual([100, 100, 50])
    for (let n = 0; n < 250; n += 1) expect(office.store.intentsOf(nameOf(n))).toHaveLength(1)
  })

  it('wait for no clock when there is only one', async () => {
    const office = new Office(1)
    const before = office.clock.now()
    expect(await office.outcomes([office.claim(0)])).toEqual(['enter'])
    expect(office.clock.now()).toBe(before)
  })

  it('gather behind those under way, and never more than four transactions at once', async () => {
    const office = new Office(500)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    office.before = () => held
    const claims = Array.from({ length: 450 }, (_, n) => office.claim(n))
    await settle()
    expect(office.transactions).toHaveLength(4)
    letGo()
    expect(await office.outcomes(claims)).toEqual(claims.map(() => 'enter'))
    expect(office.transactions.map((accounts) => accounts.length)).toEqual([100, 100, 100, 100, 50])
  })

  it('are claimed at once by an account that must not wait', async () => {
    const office = new Office(300)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    office.before = () => held
    const claims = Array.from({ length: 200 }, (_, n) => office.claim(n))
    await settle()
    office.before = async () => undefined
    const urgent = office.claim(299, true)
    await settle()
    expect(office.transactions.at(-1)).toEqual([nameOf(299)])
    await expect(urgent).resolves.toMatchObject({ intent: { kind: 'enter' } })
    expect(office.lanes).toEqual(['entries', 'entries', undefined])
    letGo()
    await office.outcomes(claims)
  })

  it('ask the pre-trade check about each account by itself', async () => {
    const office = new Office(3)
    const facts = office.store.factsOf.get(nameOf(1))!
    office.store.factsOf.set(nameOf(1), { ...facts, consentGiven: false })
    office.store.factsOf.set(nameOf(2), null)
    const claims = [0, 1, 2].map((n) => office.claim(n))
    expect(await office.outcomes(claims)).toEqual(['enter', 'refusal.consent_missing', 'refusal.facts_unreadable'])
    expect(office.transactions).toHaveLength(1)
    expect(office.store.refusalsOf(nameOf(1))).toMatchObject([{ code: 'consent_missing' }])
    expect(office.store.intentsOf(nameOf(1))).toEqual([])
  })
})

describe('trouble of one account', () => {
  it('that another executor has taken over stays its own', async () => {
    const office = new Office(3)
    await office.store.transaction((t) => t.lock(nameOf(1), EPOCH + 1))
    const claims = [0, 1, 2].map((n) => office.claim(n))
    expect(await office.outcomes(claims)).toEqual(['enter', StaleEpoch.name, 'enter'])
    expect(office.store.intentsOf(nameOf(1))).toEqual([])
  })

  it('that is not in the store stays its own', async () => {
    const office = new Office(2)
    expect(await office.outcomes([0, 1, 2].map((n) => office.claim(n)))).toEqual(['enter', 'enter', 'RangeError'])
  })

  it('whose row is held delays it alone', async () => {
    const office = new Office(3)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const holder = office.store.transaction(async (t) => {
      await t.lock(nameOf(1), EPOCH)
      await held
    })
    const done: number[] = []
    const claims = [0, 1, 2].map(async (n) => {
      await office.claim(n)
      done.push(n)
    })
    await office.clock.advance(0)
    expect(done).toEqual([0, 2])
    letGo()
    await Promise.all([holder, ...claims])
    expect(done).toEqual([0, 2, 1])
  })

  it('whose row is held costs one without company no second transaction', async () => {
    const office = new Office(1)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const holder = office.store.transaction(async (t) => {
      await t.lock(nameOf(0), EPOCH)
      await held
    })
    const claim = office.claim(0)
    await office.clock.advance(0)
    await settle()
    letGo()
    await holder
    expect(await office.outcomes([claim])).toEqual(['enter'])
    expect(office.transactions).toHaveLength(1)
  })

  it('whose rows break a rule fails it alone', async () => {
    const office = new Office(3)
    // The trade of this decision is there, on an earlier day and over: the pre-trade check does not see it, the unique key does.
    const { intent, changes } = await office.claim(1, true)
    const trade = changes.find((change) => change.type === 'trade')!.trade
    await office.store.transaction(async (t) => {
      await t.lock(nameOf(1), EPOCH)
      const abandoned = {
        ...trade,
        on: '2026-11-24',
        state: 'abandoned',
        at: office.clock.now(),
        why: 'missed',
      } as never
      await t.write(nameOf(1), {
        id: 'b',
        at: office.clock.now(),
        epoch: EPOCH,
        changes: [{ type: 'trade', trade: abandoned }],
      })
    })
    expect(intent!.kind).toBe('enter')
    office.transactions.length = 0
    expect(await office.outcomes([0, 1, 2].map((n) => office.claim(n)))).toEqual(['enter', 'RowRejected', 'enter'])
    expect(office.transactions.map((accounts) => accounts.length)).toEqual([3, 1, 1, 1])
    expect(office.store.intentsOf(nameOf(0))).toHaveLength(1)
  })
})

describe('a batch whose commit ends unknown', () => {
  it.each([
    ['commit_then_fail', 1],
    ['fail', 0],
  ] as const)('is not claimed again: %s', async (fault, intents) => {
    const office = new Office(3)
    office.store.fault = () => fault
    expect(await office.outcomes([0, 1, 2].map((n) => office.claim(n)))).toEqual(['Error', 'Error', 'Error'])
    expect(office.transactions).toHaveLength(1)
    for (const n of [0, 1, 2]) expect(office.store.intentsOf(nameOf(n))).toHaveLength(intents)
  })
})
