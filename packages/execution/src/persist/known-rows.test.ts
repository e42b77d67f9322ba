import { beforeEach, describe, expect, it } from 'vitest'
import type { AccountUnitOfWork } from './account-unit-of-work.ts'
import type { Batch, Change } from '../store/account-changes.ts'
import { changesOf, StagedAccount } from '../testing/account-fixture.ts'
import { alarmRow } from '../testing/alarm-line.ts'
import { NO_RECORDS } from '../store/no-records.ts'
import { ACCOUNT, DAY, rs } from '../testing/scenario.ts'
import {
  BOUGHT,
  ENTERING,
  EXITING,
  fillOf,
  intent,
  NOW,
  OPEN,
  order,
  place,
  sending,
} from '../testing/trade-fixture.ts'
import { knownRows, withLostRows } from './known-rows.ts'
import { AccountState } from './state.ts'

const ROWS = changesOf({
  trades: [OPEN],
  intents: [intent('protect', place('SELL'), sending)],
  orders: [BOUGHT, order('s1')],
  fills: [fillOf(BOUGHT, rs(150))],
})
const OTHER = {
  ...ENTERING,
  id: 't2',
  decisionId: 'd2',
  state: 'abandoned',
  why: 'unfilled',
  abandonedAt: NOW,
} as const
const NOTHING = new Set<string>()
const batch = (...changes: readonly Change[]): Batch => ({ id: 'b1', at: NOW, epoch: 1, changes })
const tradesOf = (changes: readonly Change[]) =>
  changes.flatMap((change) => (change.type === 'trade' ? [change.trade.id] : []))

function stateOf(...changes: readonly Change[]): AccountState {
  const state = new AccountState(DAY, NO_RECORDS)
  for (const change of changes) state.apply(change)
  return state
}

describe('the rows that a batch of the offline journal goes on from', () => {
  it('are all of the trades that are live', () => {
    expect(knownRows(stateOf(...ROWS), batch(alarmRow('a')), NOTHING)).toEqual(ROWS)
  })

  it('are those of a trade that is over where the batch is about it alone', () => {
    const state = stateOf({ type: 'trade', trade: OTHER })
    expect(knownRows(state, batch(alarmRow('a')), NOTHING)).toEqual([])
    const late: Change = { type: 'order', order: { ...BOUGHT, tradeId: 't2' }, on: DAY }
    expect(tradesOf(knownRows(state, batch(late), NOTHING))).toEqual(['t2'])
  })

  it('are none of a trade whose rows lie in the file', () => {
    expect(knownRows(stateOf(...ROWS), batch(alarmRow('a')), new Set([OPEN.id]))).toEqual([])
  })
})

describe('the offline journal', () => {
  let account: StagedAccount
  let unitOfWork: AccountUnitOfWork
  beforeEach(async () => {
    account = new StagedAccount()
    unitOfWork = await account.unitOfWork()
    for (const change of ROWS) unitOfWork.put(change)
    await unitOfWork.commit(false)
    account.store.fault = () => 'fail'
  })
  const known = () => account.offlineJournal.map((one) => one.known)
  const journal = async (code: string) => {
    unitOfWork.put(alarmRow(code))
    await unitOfWork.commit(true)
  }

  it('has them with the first batch since the store went away, and where its journal ended', async () => {
    for (const code of ['a', 'b']) await journal(code)
    expect(known()).toEqual([{ on: DAY, journalSeq: ROWS.length, changes: ROWS }, undefined])
  })

  it('has them again with the first batch after the store was there', async () => {
    await journal('a')
    account.store.fault = () => undefined
    await journal('b')
    account.store.fault = () => 'fail'
    await journal('c')
    expect(known()).toMatchObject([{ journalSeq: ROWS.length + 2 }])
  })

  it('has them with the batch that it takes, where it did not take the first', async () => {
    account.offlineJournalFails = true
    await journal('a')
    account.offlineJournalFails = false
    await journal('b')
    expect(known()).toMatchObject([{ changes: ROWS }, undefined])
  })

  it('names no end of the journal once the store has turned out to lack rows', async () => {
    account.store.commits = []
    account.store.loseNewest(0)
    account.store.fault = () => undefined
    await journal('a')
    expect(unitOfWork.hasLostRows).toBe(true)
    account.store.fault = () => 'fail'
    await journal('b')
    expect(known()).toMatchObject([{ journalSeq: null, changes: ROWS }])
  })
})

describe('an offline journal that is brought in', () => {
  let account: StagedAccount
  beforeEach(() => {
    account = new StagedAccount()
  })
  const journaled = (journalSeq: number | null): Batch => ({
    ...batch({ type: 'order', order: { ...order('s1'), filled: 65 }, on: DAY }),
    known: { on: DAY, journalSeq, changes: ROWS },
  })
  /** The batches that come of it, each written before the next is asked for. */
  async function broughtIn(...batches: readonly Batch[]): Promise<readonly Batch[]> {
    return account.store.transaction(async (t) => {
      await t.lock(ACCOUNT, 2)
      const all: Batch[] = []
      for await (const one of withLostRows(t, ACCOUNT, batches)) {
        all.push(one)
        await t.write(ACCOUNT, one)
      }
      return all
    })
  }

  it.each([1, null])('begins with the rows that the store lacks, where its journal is shorter than %j', async (seq) => {
    const one = journaled(seq)
    expect(await broughtIn(one)).toEqual([{ id: 'b1/known', at: NOW, epoch: 1, changes: ROWS }, one])
    expect(account.store.tradesOf(ACCOUNT)).toEqual([OPEN])
  })

  it('is as it is where the store has as many rows as its writer knew of', async () => {
    account.store.seed(ACCOUNT, ROWS.slice(0, 1))
    expect(await broughtIn(journaled(0))).toEqual([journaled(0)])
  })

  it('is as it is where an earlier version wrote it', async () => {
    const { known: _known, ...older } = journaled(1)
    await expect(broughtIn(older)).rejects.toThrow()
    account.store.seed(ACCOUNT, ROWS)
    expect(await broughtIn(older)).toEqual([older])
  })

  it('puts no trade back that is further in the store, and nothing in the place of what is the same', async () => {
    account.store.seed(ACCOUNT, [{ type: 'trade', trade: EXITING }, ...ROWS.slice(1, 3)])
    const [lost] = await broughtIn(journaled(9))
    expect(lost!.changes).toEqual(ROWS.slice(3))
  })

  it('goes on from the rows of one trade after those of another', async () => {
    const other: Batch = {
      ...batch(),
      id: 'b2',
      known: { on: DAY, journalSeq: 9, changes: [{ type: 'trade', trade: OTHER }] },
    }
    expect((await broughtIn(journaled(9), other)).map(({ id }) => id)).toEqual(['b1/known', 'b1', 'b2/known', 'b2'])
  })
})
