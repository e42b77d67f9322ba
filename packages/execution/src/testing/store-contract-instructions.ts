import assert from 'node:assert/strict'
import { addDays, type EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Trade } from '../trade/trade.ts'
import type { TradeInstruction } from '../trade/trade-instruction.ts'
import { DAY, rs } from './scenario.ts'
import type { StoreCase, StoreHarness } from './store-harness.ts'
import { batchOf, closedOf, tradeOf } from './store-rows.ts'

/** What every store must keep of the instructions for trades, which other processes write. */
export const INSTRUCTION_CASES: readonly StoreCase[] = [
  {
    name: 'gives what was asked for each trade that is not over, the oldest first',
    async run(harness) {
      const { account } = harness
      const earlier = { ...tradeOf(account, 't2'), decisionId: 'd2', on: addDays(DAY, -1) }
      await write(harness, account, tradeOf(account, 't1'), earlier)
      const given = [
        stop('n2', 't1', 2),
        { id: 'n3', tradeId: 't2', kind: 'exit', at: 3 as EpochMs, channel: 'operator' },
        { id: 'n1', tradeId: 't1', kind: 'target', price: rs(170), at: 1 as EpochMs, channel: 'telegram' },
        { id: 'n4', tradeId: 't1', kind: 'reduce', units: 65, at: 4 as EpochMs, channel: 'web' },
      ] as const satisfies readonly TradeInstruction[]
      for (const one of given) await harness.instruct(account, one)
      assert.deepEqual(await instructionsOf(harness), [given[2], given[0], given[1], given[3]])
    },
  },
  {
    name: 'gives what was asked for an abandoned entry of the day, and for no trade that is closed',
    async run(harness) {
      const { account } = harness
      const { state: _state, ...base } = tradeOf(account, 't1')
      const abandoned: Trade = { ...base, state: 'abandoned', abandonedAt: 5 as EpochMs, why: 'missed' }
      const older = { ...abandoned, id: 't2', decisionId: 'd2', on: addDays(DAY, -1) }
      await write(harness, account, abandoned, older, { ...closedOf(account, 't3', rs(1)), decisionId: 'd3' })
      for (const [id, trade] of [
        ['n1', 't1'],
        ['n2', 't2'],
        ['n3', 't3'],
      ] as const)
        await harness.instruct(account, stop(id, trade, 1))
      assert.deepEqual(await instructionsOf(harness), [stop('n1', 't1', 1)])
    },
  },
  {
    name: 'gives no account what was asked for the trade of another',
    async run(harness) {
      const { account, neighbours } = harness
      await write(harness, account, tradeOf(account, 't1'))
      await write(harness, neighbours[0], tradeOf(neighbours[0], 't2'))
      await harness.instruct(neighbours[0], stop('n1', 't1', 1))
      await harness.instruct(account, stop('n2', 't2', 1))
      assert.deepEqual(await instructionsOf(harness), [])
      assert.deepEqual(await instructionsOf(harness, neighbours[0]), [])
    },
  },
]

function stop(id: string, tradeId: string, at: number): TradeInstruction {
  return { id, tradeId, kind: 'stop', price: rs(130), at: at as EpochMs, channel: 'web' }
}

async function write({ store }: StoreHarness, account: string, ...trades: readonly Trade[]): Promise<void> {
  const changes = trades.map((trade) => ({ type: 'trade', trade }) as const)
  await store.transaction(async (t) => {
    await t.lock(account, 1)
    await t.write(account, batchOf(`b-${account}`, changes))
  })
}

function instructionsOf({ store, account }: StoreHarness, of = account): Promise<readonly TradeInstruction[]> {
  return store.transaction((t) => t.instructions(of, DAY))
}
