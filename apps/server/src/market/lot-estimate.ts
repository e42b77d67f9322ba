import { BROKER } from '@strikewise/brokers/product-broker.ts'
import type { OptionContract } from '@strikewise/domain/instruments/contract.ts'
import type { OptionChain } from '@strikewise/signals/option-chain/chain.ts'
import type { QuoteTable } from '@strikewise/domain/market/quote-table.ts'
import { rupeesFromPaise, type Paise } from '@strikewise/domain/money/paise.ts'
import { istIso, type EpochMs, type IstDate } from '@strikewise/domain/time/ist.ts'
import { USER_LIMITS } from '@strikewise/domain/trading/user-limits.ts'
import { perLotWorstLoss } from '@strikewise/domain/trading/worst-loss.ts'

/** Share of the index's move an at-the-money option follows. */
const AT_THE_MONEY_DELTA = 0.5
/** The stop lies two average ranges away (signals reference §3.3). */
const STOP_RANGES = 2

/** What one lot of the contract entries would use costs and risks at present, in rupees, for the trade-settings page. */
export interface LotEstimate {
  readonly contract_lot: number
  readonly present_premium: number
  /** When the premium's quote was received. */
  readonly premium_at: string
  /** Worst planned loss of one lot: stop distance, the stop's slack and charges. */
  readonly one_lot_risk?: number
}

/** `atr5`: average range of the index's five-minute bars in paise of points; 0: not known yet. Undefined without a price. */
export function lotEstimate(
  chain: OptionChain,
  contracts: ReadonlyMap<number, OptionContract>,
  table: QuoteTable,
  atr5: Paise,
  on: IstDate,
): LotEstimate | undefined {
  const slot = chain.atm < 0 ? -1 : chain.legs.slots[2 * chain.atm]!
  const contract = slot < 0 ? undefined : contracts.get(table.tokens[slot]!)
  if (contract === undefined || table.last(slot) <= 0) return undefined
  const premium = table.last(slot)
  const estimate = {
    contract_lot: contract.lotSize,
    present_premium: rupeesFromPaise(premium),
    premium_at: istIso(table.receivedAt[slot]! as EpochMs),
  }
  if (atr5 <= 0) return estimate
  const loss = perLotWorstLoss({
    on,
    entryPrice: premium,
    stopDistance: Math.round(AT_THE_MONEY_DELTA * STOP_RANGES * atr5) as Paise,
    slBuffer: (USER_LIMITS.slBufferRupees.initial * 100) as Paise,
    brokerage: BROKER.profile.brokerage,
    lotSize: contract.lotSize,
    tickSize: contract.tickSize,
  })
  return { ...estimate, one_lot_risk: rupeesFromPaise(loss) }
}
