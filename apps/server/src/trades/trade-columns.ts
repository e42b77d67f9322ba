import type { Paise } from '@strikewise/domain/money/paise.ts'
import { istIso } from '@strikewise/domain/time/ist.ts'
import { reducedLotsOf } from '@strikewise/execution/trade/reduced-lots.ts'
import type { ClosedTrade, HeldTrade, Trade } from '@strikewise/execution/trade/trade.ts'

/** What was bought in one trade, from the broker's own fills. */
export interface Bought {
  readonly bought: number
  readonly boughtValue: Paise
}

/** The columns that open and closed trades share. */
export function columnsOf(trade: HeldTrade | ClosedTrade, { bought, boughtValue }: Bought) {
  const { contract } = trade
  const fewer = reducedLotsOf(trade, bought)
  return {
    trade_id: trade.id,
    entry_time: istIso(trade.enteredAt),
    strike: contract.strike,
    entry_price: averageOf(boughtValue, bought) ?? trade.entryPrice / 100,
    symbol: contract.symbol,
    side: contract.side,
    tradingsymbol: contract.tradingsymbol,
    mode: trade.mode,
    decision_id: trade.decisionId,
    ...originOf(trade),
    ...(fewer === undefined ? {} : { fewer_lots: fewer }),
  }
}

/** What a row shows of where its trade came from. */
export function originOf({ origin }: Pick<Trade, 'origin'>): Pick<Trade, 'origin'> {
  return origin === undefined ? {} : { origin }
}

/** An average price in rupees, to the paisa: for the eye only, money is summed from the fills. */
export function averageOf(value: Paise, units: number): number | null {
  return units === 0 ? null : Math.round(value / units) / 100
}
