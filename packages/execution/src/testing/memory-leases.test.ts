import { it } from 'vitest'
import { LEASE_CASES } from './lease-contract.ts'
import { MemoryLeases } from './memory-leases.ts'

it.each(LEASE_CASES)('the store in memory $name', async ({ run }) => {
  let now = 0
  const rows = new MemoryLeases(() => now).rowsFor()
  await run({
    rows,
    async pass(ms) {
      now += ms
    },
  })
})
