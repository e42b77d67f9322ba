import assert from 'node:assert/strict'
import { istInstant, MINUTE_MS, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { EntryTicket } from '../pre-trade/entry-ticket.ts'
import type { Change } from '../store/account-changes.ts'
import { DAY } from './scenario.ts'
import type { StoreCase, StoreHarness } from './store-harness.ts'
import { batchOf, refusalOf, tradeOf } from './store-rows.ts'
import { ticketAt } from './ticket-fixture.ts'

const TEN = istInstant(DAY, 10)

/** What every store must keep of the entries that users ask for, which other processes write. */
export const TICKET_CASES: readonly StoreCase[] = [
  {
    name: 'gives the tickets of the day that nothing answers, the oldest first',
    async run(harness) {
      const { account, neighbours } = harness
      const later = ticketAt((TEN + MINUTE_MS) as EpochMs, { id: 'k2' })
      const first = ticketAt(TEN, { id: 'k3', trailing: false, lots: 2 })
      const yesterday = ticketAt((TEN - 24 * 60 * MINUTE_MS) as EpochMs, { id: 'k0' })
      for (const one of [later, first, yesterday]) await harness.ask(account, one)
      await harness.ask(neighbours[0], ticketAt(TEN, { id: 'k4' }))
      assert.deepEqual(await ticketsOf(harness), [first, later])
    },
  },
  {
    name: 'gives no ticket that a trade or a refusal answers',
    async run(harness) {
      const { account } = harness
      for (const id of ['k1', 'k2', 'k3']) await harness.ask(account, ticketAt(TEN, { id }))
      await write(harness, [
        { type: 'trade', trade: { ...tradeOf(account, 't1'), decisionId: 'k1', origin: 'manual' } },
        { type: 'refusal', refusal: refusalOf(account, 'k2') },
      ])
      assert.deepEqual(await ticketsOf(harness), [ticketAt(TEN, { id: 'k3' })])
    },
  },
]

async function write({ store, account }: StoreHarness, changes: readonly Change[]): Promise<void> {
  await store.transaction(async (t) => {
    await t.lock(account, 1)
    await t.write(account, batchOf(`b-${account}`, changes))
  })
}

function ticketsOf({ store, account }: StoreHarness): Promise<readonly EntryTicket[]> {
  return store.transaction((t) => t.tickets(account, DAY))
}
