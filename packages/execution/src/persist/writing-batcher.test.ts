// @invariant batch-isolation
import { describe, expect, it } from 'vitest'
import { istInstant, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { HighWaterMarks } from '../high-water-marks.ts'
import { RowRejected, StaleEpoch, type StorePort } from '../ports.ts'
import { MemoryStore, memoryOutbox } from '../testing/memory-store.ts'
import { DAY, goodFacts } from '../testing/scenario.ts'
import { settle } from '../testing/virtual-clock.ts'
import { WritingBatcher, type Writing } from './writing-batcher.ts'

const NOW = istInstant(DAY, 10)
const EPOCH = 3

/** A store with many accounts, a batcher on it, and a note of each transaction's accounts. */
class Ledger {
  readonly store = new MemoryStore()
  readonly marks = new HighWaterMarks()
  /** The accounts whose rows each transaction has locked. */
  readonly transactions: string[][] = []
  readonly batcher: WritingBatcher
  /** Called before a transaction's work. */
  before: () => Promise<void> = async () => undefined
  /** Whether no connection is to be had. */
  isUnreachable = false
  asked = 0

  constructor(accounts: number) {
    for (let n = 0; n < accounts; n += 1)
      this.store.addAccount(nameOf(n), nameOf(n), { ...goodFacts(NOW), userId: nameOf(n) })
    this.batcher = new WritingBatcher({ store: this.#watched(), outbox: memoryOutbox }, this.marks)
  }

  write(n: number, change: Partial<Writing> = {}): Promise<unknown> {
    return this.batcher.write({ ...writingOf(n), ...change })
  }

  /** What became of each writing: where the journal ends, or the error's name. */
  async outcomes(writings: readonly Promise<unknown>[]): Promise<unknown[]> {
    return Promise.all(writings.map((writing) => writing.catch((error: unknown) => (error as Error).name)))
  }

  rowsOf(n: number): number {
    return this.store.journalOf(nameOf(n)).length
  }

  #watched(): StorePort {
    const { store } = this
    return {
      transaction: async (work) => {
        this.asked += 1
        if (this.isUnreachable) throw new Error('no connection was free')
        return store.transaction(async (t) => {
          const accounts: string[] = []
          this.transactions.push(accounts)
          await this.before()
          const lock = t.lock.bind(t)
          const lockFree = t.lockFree.bind(t)
          t.lock = (account, epoch) => {
            accounts.push(account)
            return lock(account, epoch)
          }
          t.lockFree = async (epochs) => {
            const free = await lockFree(epochs)
            accounts.push(...free)
            return free
          }
          return work(t)
        })
      },
    }
  }
}

function nameOf(n: number): string {
  return `u${String(n).padStart(3, '0')}`
}

function writingOf(n: number, code = 'staged', at: number = NOW): Writing {
  const message = { code: 'alarm.budget_used_up' } as const
  const batch = {
    id: `b${n}${code}`,
    at: at as EpochMs,
    epoch: EPOCH,
    changes: [{ type: 'alarm', code, tradeId: null, message } as const],
  }
  return { account: nameOf(n), epoch: EPOCH, batches: [batch], notifications: [] }
}

const notificationOf = (n: number, userId = nameOf(n)) =>
  ({
    userId,
    kind: 'alarm',
    key: `n${n}`,
    at: NOW,
    symbol: null,
    message: { code: 'alarm.budget_used_up' },
  }) as const

const upTo = (count: number) => Array.from({ length: count }, (_, n) => n)
const END = { seenSeq: 0, seq: 1 }

describe('the writings of many accounts', () => {
  it('begin at once while few are under way, and gather a hundred to a transaction behind those', async () => {
    const ledger = new Ledger(250)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    ledger.before = () => held
    const writings = upTo(250).map((n) => ledger.write(n))
    await settle()
    expect(ledger.transactions).toHaveLength(4)
    letGo()
    expect(await ledger.outcomes(writings)).toEqual(upTo(250).map(() => END))
    expect(ledger.transactions.map(({ length }) => length)).toEqual([1, 1, 1, 1, 100, 100, 46])
    expect(ledger.marks.max.writings_waiting).toBe(246)
    for (const n of upTo(250)) expect(ledger.rowsOf(n)).toBe(1)
  })

  it('bring their notes', async () => {
    const ledger = new Ledger(6)
    const writings = upTo(6).map((n) => ledger.write(n, { notifications: [notificationOf(n)] }))
    await ledger.outcomes(writings)
    expect(ledger.store.notifications.map(({ key }) => key).toSorted()).toEqual(upTo(6).map((n) => `n${n}`))
  })

  it('say where the journal of each ended before', async () => {
    const ledger = new Ledger(6)
    await ledger.outcomes(upTo(6).map((n) => ledger.write(n)))
    const next = await ledger.outcomes(upTo(6).map((n) => ledger.batcher.write(writingOf(n, 'next'))))
    expect(next).toEqual(upTo(6).map(() => ({ seenSeq: 1, seq: 2 })))
  })
})

/** Four that hold every place, so that what follows shares one transaction. */
async function gathered(ledger: Ledger, write: () => Promise<unknown>[]): Promise<unknown[]> {
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  ledger.before = () => held
  const first = [90, 91, 92, 93].map((n) => ledger.write(n))
  await settle()
  ledger.before = async () => undefined
  const writings = write()
  letGo()
  await ledger.outcomes(first)
  return ledger.outcomes(writings)
}

describe('an account in a batch', () => {
  it('that another executor has stays its own', async () => {
    const ledger = new Ledger(94)
    await ledger.store.transaction((t) => t.lock(nameOf(1), EPOCH + 1))
    expect(await gathered(ledger, () => [0, 1, 2].map((n) => ledger.write(n)))).toEqual([END, StaleEpoch.name, END])
    expect(ledger.rowsOf(1)).toBe(0)
  })

  it('whose row is held delays it alone', async () => {
    const ledger = new Ledger(94)
    const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
    const holder = ledger.store.transaction(async (t) => {
      await t.lock(nameOf(1), EPOCH)
      await held
    })
    const done: number[] = []
    const writing = gathered(ledger, () => [0, 1, 2].map((n) => ledger.write(n).then(() => done.push(n))))
    for (let turn = 0; turn < 5; turn += 1) await settle()
    expect(done).toEqual([0, 2])
    letGo()
    await Promise.all([holder, writing])
    expect(done).toEqual([0, 2, 1])
  })

  it.each([
    ['a row', { batches: writingOf(1, 'staged', 0.5).batches }],
    ['a note', { notifications: [notificationOf(1, 'no such user')] }],
  ])('of which the store refuses %s fails it alone', async (_what, change) => {
    const ledger = new Ledger(94)
    const outcomes = await gathered(ledger, () => [ledger.write(0), ledger.write(1, change), ledger.write(2)])
    expect(outcomes).toEqual([END, new RowRejected('').name, END])
    expect([0, 1, 2].map((n) => ledger.rowsOf(n))).toEqual([1, 0, 1])
    expect(ledger.transactions.slice(4).map(({ length }) => length)).toEqual([3, 1, 1, 1])
  })

  it('that waits already writes what follows alone, and each batch is there once', async () => {
    const ledger = new Ledger(94)
    const again = () => [ledger.write(0), ledger.write(0), ledger.write(2)]
    await gathered(ledger, again)
    expect([ledger.rowsOf(0), ledger.rowsOf(2)]).toEqual([1, 1])
    expect(ledger.transactions.slice(4)).toEqual([[nameOf(0)], [nameOf(0), nameOf(2)]])
  })

  it('with what it journaled before writes it alone', async () => {
    const ledger = new Ledger(94)
    const two = { batches: [...writingOf(0).batches, ...writingOf(0, 'next').batches] }
    const earlier = { batches: [{ ...writingOf(2).batches[0]!, epoch: EPOCH - 1 }] }
    await gathered(ledger, () => [ledger.write(0, two), ledger.write(1), ledger.write(2, earlier)])
    expect(ledger.transactions.slice(4)).toEqual([[nameOf(0)], [nameOf(2)], [nameOf(1)]])
    expect([0, 1, 2].map((n) => ledger.rowsOf(n))).toEqual([2, 1, 1])
  })
})

describe('a batch', () => {
  it.each([
    ['commit_then_fail', 1],
    ['fail', 0],
  ] as const)('whose commit ends unknown is not written again by the batcher: %s', async (fault, rows) => {
    const ledger = new Ledger(94)
    const outcomes = await gathered(ledger, () => {
      ledger.store.fault = () => fault
      return [0, 1, 2].map((n) => ledger.write(n))
    })
    expect(outcomes).toEqual(['Error', 'Error', 'Error'])
    expect(ledger.transactions).toHaveLength(5)
    ledger.store.fault = () => undefined
    expect([0, 1, 2].map((n) => ledger.rowsOf(n))).toEqual([rows, rows, rows])
    await ledger.outcomes([0, 1, 2].map((n) => ledger.write(n)))
    expect([0, 1, 2].map((n) => ledger.rowsOf(n))).toEqual([1, 1, 1])
  })

  it('that gets no transaction is not tried again for each of its accounts', async () => {
    const ledger = new Ledger(94)
    const outcomes = await gathered(ledger, () => {
      ledger.isUnreachable = true
      return [0, 1, 2].map((n) => ledger.write(n))
    })
    expect(outcomes).toEqual(['Error', 'Error', 'Error'])
    expect(ledger.asked).toBe(5)
  })
})
