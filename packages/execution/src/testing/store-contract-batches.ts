// @invariant batch-isolation
import { alarmRow } from './alarm-line.ts'
import assert from 'node:assert/strict'
import { addDays, istInstant } from '@strikewise/domain/time/ist.ts'
import { StaleEpoch } from '../ports.ts'
import type { Batch } from '../store/account-changes.ts'
import { firstBreak } from '../store/journal.ts'
import { DAY, rs } from './scenario.ts'
import type { StoreCase, StoreHarness } from './store-harness.ts'
import { batchOf, closedOf, intentOf, tradeOf } from './store-rows.ts'

/** How often each of the crossing transactions is tried. */
const CROSSINGS = 10

/** These accounts, claimed under one epoch. */
function under(epoch: number, accounts: readonly string[]): ReadonlyMap<string, number> {
  return new Map(accounts.map((account) => [account, epoch]))
}

/** What a store must keep when one transaction works for many accounts. */
export const MANY_ACCOUNTS_CASES: readonly StoreCase[] = [
  {
    name: 'claims for many accounts in one transaction, each in its own journal',
    async run(harness) {
      const accounts = await allKnown(harness)
      const locked = await harness.store.transaction(async (t) => {
        const free = await t.lockFree(under(1, [...accounts.toReversed(), 'no-such-account']))
        await t.writeAll(entriesOf(free))
        return free
      })
      assert.deepEqual(locked, accounts)
      const rows = await harness.store.transaction((t) => t.entryRows(accounts, istInstant(DAY, 10)))
      for (const account of accounts) {
        assert.deepEqual(rows.get(account)!.trades, [tradeOf(account, `t-${account}`)])
        assert.equal(rows.get(account)!.userId, account)
        const journal = await harness.journal(account)
        assert.deepEqual(
          journal.map(({ seq, change }) => [seq, change.type]),
          [
            [1, 'trade'],
            [2, 'intent'],
          ],
        )
        assert.equal(firstBreak(journal), undefined)
      }
    },
  },
  {
    name: 'makes the epoch the owner of every account it locks',
    async run(harness) {
      const accounts = await allKnown(harness)
      await harness.store.transaction((t) => t.lockFree(under(5, accounts)))
      for (const account of accounts)
        await assert.rejects(
          harness.store.transaction((t) => t.lock(account, 4)),
          StaleEpoch,
        )
    },
  },
  {
    name: 'makes the epoch of its own shard the owner of each account',
    async run(harness) {
      const accounts = await allKnown(harness)
      const epochs = new Map(accounts.map((account, i) => [account, 5 + i]))
      assert.deepEqual(await harness.store.transaction((t) => t.lockFree(epochs)), accounts)
      for (const [account, epoch] of epochs) {
        await assert.rejects(
          harness.store.transaction((t) => t.lock(account, epoch - 1)),
          StaleEpoch,
        )
        assert.deepEqual(await harness.store.transaction((t) => t.lock(account, epoch)), { userId: account, epoch })
      }
    },
  },
  {
    name: 'leaves an account of a later epoch out and claims for the rest',
    async run(harness) {
      const accounts = await allKnown(harness)
      const [stale] = harness.neighbours
      await harness.store.transaction((t) => t.lock(stale, 9))
      const locked = await harness.store.transaction(async (t) => {
        const free = await t.lockFree(under(2, accounts))
        await t.writeAll(entriesOf(free))
        return free
      })
      assert.deepEqual(
        locked,
        accounts.filter((account) => account !== stale),
      )
      assert.deepEqual(await harness.journal(stale), [])
      await assert.rejects(
        harness.store.transaction((t) => t.lock(stale, 2)),
        StaleEpoch,
      )
    },
  },
  {
    name: 'waits for no account that another transaction holds',
    async run(harness) {
      const accounts = await allKnown(harness)
      const [held] = harness.neighbours
      await harness.store.transaction(async (t) => {
        await t.lock(held, 1)
        const locked = await harness.store.transaction((other) => other.lockFree(under(1, accounts)))
        assert.deepEqual(
          locked,
          accounts.filter((account) => account !== held),
        )
      })
      assert.deepEqual(await harness.store.transaction((t) => t.lockFree(under(1, accounts))), accounts)
    },
  },
  {
    name: 'lets transactions for crossing accounts end, whatever their order',
    async run(harness) {
      const accounts = await allKnown(harness)
      const orders = [accounts, accounts.toReversed(), [...accounts.slice(2), ...accounts.slice(0, 2)]]
      for (let round = 0; round < CROSSINGS; round += 1)
        await Promise.all(
          orders.map(async (order, nth) => {
            const alarm = (account: string): Batch => batchOf(`b-${account}-${round}-${nth}`, [alarmRow('c', 'x')])
            const had = await harness.store.transaction(async (t) => {
              const free = await t.lockFree(under(1, order))
              await t.writeAll(new Map(free.map((account) => [account, alarm(account)])))
              return free
            })
            for (const account of order.filter((one) => !had.includes(one)))
              await harness.store.transaction(async (t) => {
                await t.lock(account, 1)
                await t.write(account, alarm(account))
              })
          }),
        )
      for (const account of accounts) {
        const journal = await harness.journal(account)
        assert.equal(journal.length, CROSSINGS * orders.length)
        assert.equal(firstBreak(journal), undefined)
      }
    },
  },
  {
    name: 'writes the batches of many accounts once, however often they are handed in',
    async run(harness) {
      const accounts = await allKnown(harness)
      for (const size of [2, accounts.length, accounts.length])
        await harness.store.transaction(async (t) => {
          await t.lockFree(under(1, accounts))
          await t.writeAll(entriesOf(accounts.slice(0, size)))
        })
      for (const account of accounts) assert.equal((await harness.journal(account)).length, 2)
    },
  },
  {
    name: 'keeps nothing of any account when one breaks a rule',
    async run(harness) {
      const accounts = await allKnown(harness)
      const [first, second] = harness.neighbours
      await harness.store.transaction(async (t) => {
        await t.lockFree(under(1, [first]))
        await t.write(first, batchOf('b0', [{ type: 'trade', trade: tradeOf(first, 't0') }]))
      })
      await assert.rejects(
        harness.store.transaction(async (t) => {
          await t.lockFree(under(1, accounts))
          await t.writeAll(entriesOf([second, first]))
        }),
      )
      assert.deepEqual(await harness.journal(second), [])
      assert.equal((await harness.journal(first)).length, 1)
    },
  },
  {
    name: 'writes for many only where it holds every lock',
    async run(harness) {
      const accounts = await allKnown(harness)
      await assert.rejects(
        harness.store.transaction(async (t) => {
          await t.lockFree(under(1, accounts.slice(1)))
          await t.writeAll(entriesOf(accounts))
        }),
      )
      for (const account of accounts) assert.deepEqual(await harness.journal(account), [])
    },
  },
  {
    name: 'sums the past of many accounts up, each by itself',
    async run(harness) {
      const accounts = await allKnown(harness)
      const on = addDays(DAY, -1)
      await harness.store.transaction(async (t) => {
        const free = await t.lockFree(under(1, accounts))
        const past = (account: string, nth: number): [string, Batch] => {
          const trade = { ...closedOf(account, `t-${account}`, rs(nth * 10)), on }
          return [account, batchOf(`b-${account}`, [{ type: 'trade', trade }])]
        }
        await t.writeAll(new Map(free.map(past)))
      })
      const histories = await harness.store.transaction((t) =>
        t.histories(new Map(accounts.map((account) => [account, 'paper'])), DAY),
      )
      assert.deepEqual(
        accounts.map((account) => histories.get(account)!.dailyResults),
        accounts.map((_, nth) => [rs(nth * 10)]),
      )
    },
  },
]

/** All accounts of the harness in the order of their ids. The first lock of an account makes its row. */
async function allKnown({ store, account, neighbours }: StoreHarness): Promise<string[]> {
  const accounts = [account, ...neighbours]
  for (const one of accounts) await store.transaction((t) => t.lock(one, 1))
  return accounts
}

/** What an entry writes, for each account. */
function entriesOf(accounts: readonly string[]): Map<string, Batch> {
  return new Map(
    accounts.map((account) => {
      const trade = tradeOf(account, `t-${account}`)
      const intent = intentOf(trade, `i${account}`)
      return [
        account,
        batchOf(`b-${account}`, [
          { type: 'trade', trade },
          { type: 'intent', intent },
        ]),
      ]
    }),
  )
}
