import { rupeesFromPaise } from '@strikewise/domain/money/paise.ts'
import { istIso } from '@strikewise/domain/time/ist.ts'
import type { OrderRecord } from '@strikewise/execution/order/order.ts'
import { targetOfTrade } from '@strikewise/execution/plan/stop-plan.ts'
import { INSTRUCTION_KINDS, type TradeInstruction } from '@strikewise/execution/trade/trade-instruction.ts'
import type { HeldTrade } from '@strikewise/execution/trade/trade.ts'
import type { ActiveTradeRow } from '@strikewise/wire/trades.ts'

type ShownInstruction = NonNullable<ActiveTradeRow['instructions']>[number]

/** The newest instruction of each kind, oldest first, and how far it is. `stop`: the order that rests at the broker; `held`: units. */
export function shownInstructions(
  trade: HeldTrade,
  instructions: readonly TradeInstruction[],
  stop: OrderRecord | undefined,
  held: number,
): ShownInstruction[] {
  const newest = INSTRUCTION_KINDS.flatMap((kind) => instructions.findLast((one) => one.kind === kind) ?? [])
  return newest
    .toSorted((a, b) => a.at - b.at)
    .map((one) => ({
      kind: one.kind,
      at: istIso(one.at),
      ...('price' in one ? { price: rupeesFromPaise(one.price) } : {}),
      ...('units' in one ? { keep_quantity: one.units } : {}),
      state: stateOf(one, trade, stop, held),
    }))
}

function stateOf(
  one: TradeInstruction,
  trade: HeldTrade,
  stop: OrderRecord | undefined,
  held: number,
): ShownInstruction['state'] {
  switch (one.kind) {
    case 'exit':
      return trade.state === 'exiting' ? 'working' : 'received'
    case 'reduce':
      if (held <= one.units) return 'done'
      // The stop is for no more than stays while the rest is being sold.
      return stop !== undefined && stop.quantity - stop.filled < held ? 'working' : 'received'
    case 'stop':
      if (stop !== undefined && stop.trigger >= one.price) return 'done'
      return trade.trigger >= one.price ? 'working' : 'received'
    case 'target':
      return targetOfTrade(trade) <= one.price ? 'done' : 'received'
  }
}
