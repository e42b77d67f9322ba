import { describe, it } from 'vitest'
import { MemoryStore, memoryOutbox } from './memory-store.ts'
import { STORE_CONTRACT } from './store-contract.ts'

describe('the store in memory', () => {
  for (const { name, run } of STORE_CONTRACT)
    it(name, () => {
      const store = new MemoryStore()
      store.addAccount('u1', 'u1', null)
      return run({
        store,
        outbox: memoryOutbox,
        account: 'u1',
        journal: async () => store.journalOf('u1'),
        noteKeys: async () => store.notes.map((note) => note.key),
      })
    })
})
