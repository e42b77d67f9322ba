import { alarmRow } from './alarm-line.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { MemoryStore, memoryOutbox } from './memory-store.ts'
import { STORE_CONTRACT } from './store-contract.ts'

describe('the store in memory', () => {
  for (const { name, run } of STORE_CONTRACT)
    it(name, () => {
      const store = new MemoryStore()
      for (const account of ['u1', 'u2', 'u3', 'u4']) store.addAccount(account, account, null)
      return run({
        store,
        outbox: memoryOutbox,
        account: 'u1',
        neighbours: ['u2', 'u3', 'u4'],
        journal: async (account = 'u1') => store.journalOf(account),
        instruct: async (account, instruction) => store.instruct(account, instruction),
        ask: async (account, ticket) => store.ask(account, ticket),
        notificationKeys: async () => store.notifications.map((notification) => notification.key),
      })
    })
})

it('forgets its newest commits, and takes them again', async () => {
  const store = new MemoryStore()
  store.commits = []
  store.addAccount('u1', 'u1', null)
  const write = (id: string, epoch: number) =>
    store.transaction(async (t) => {
      await t.lock('u1', epoch)
      const text = `of ${id}`
      await t.write('u1', { id, at: 1 as EpochMs, epoch, changes: [alarmRow(id, text)] })
      memoryOutbox.put(t, {
        userId: 'u1',
        kind: 'alarm',
        key: id,
        at: 1 as EpochMs,
        symbol: null,
        message: { code: 'legacy.text', text },
      })
    })
  const shown = () => [
    store.account('u1').epoch,
    store.journalOf('u1').map(({ batchId }) => batchId),
    store.notifications.length,
  ]
  await write('a', 1)
  await write('b', 2)
  await write('c', 2)
  expect(store.loseNewest(2).map(({ batches }) => batches[0]!.batch.id)).toEqual(['b', 'c'])
  expect(shown()).toEqual([1, ['a'], 1])
  await write('b', 2)
  expect(shown()).toEqual([2, ['a', 'b'], 2])
  expect(store.loseNewest(10)).toHaveLength(2)
  expect(shown()).toEqual([0, [], 0])
})

it('commits no transaction that was open as it lost commits', async () => {
  const store = new MemoryStore()
  store.commits = []
  store.addAccount('u1', 'u1', null)
  const batch = { id: 'a', at: 1 as EpochMs, epoch: 1, changes: [alarmRow('a', 'of a')] }
  const open = store.transaction(async (t) => {
    await t.lock('u1', 1)
    await t.write('u1', batch)
    store.loseNewest(1)
  })
  await expect(open).rejects.toThrow('the store went away')
  expect(store.journalOf('u1')).toEqual([])
  await store.transaction(async (t) => {
    await t.lock('u1', 1)
    await t.write('u1', batch)
  })
  expect(store.journalOf('u1')).toHaveLength(1)
})
