import { describe, it } from 'vitest'
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
        noteKeys: async () => store.notes.map((note) => note.key),
      })
    })
})
