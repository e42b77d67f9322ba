import type { Paise } from '@strikewise/domain/money/paise.ts'
import * as z from 'zod'
import { rupees, rupeesOrZero } from './scalars.ts'

/** Cash and its use in one segment, in rupees as the broker computes them (fact sheet §15). Options use `equity`. */
export const kiteFunds = z
  .object({
    enabled: z.boolean().nullish(),
    net: rupees,
    available: z.object({
      adhoc_margin: rupeesOrZero,
      cash: rupees,
      opening_balance: rupeesOrZero,
      live_balance: rupees,
      collateral: rupeesOrZero,
      intraday_payin: rupeesOrZero,
    }),
    utilised: z.object({
      debits: rupeesOrZero,
      exposure: rupeesOrZero,
      m2m_realised: rupeesOrZero,
      m2m_unrealised: rupeesOrZero,
      option_premium: rupeesOrZero,
      payout: rupeesOrZero,
      span: rupeesOrZero,
      holding_sales: rupeesOrZero,
      turnover: rupeesOrZero,
      liquid_collateral: rupeesOrZero,
      stock_collateral: rupeesOrZero,
      delivery: rupeesOrZero,
    }),
  })
  .transform(({ available, utilised, ...w }) => ({
    enabled: w.enabled ?? true,
    /** Includes collateral, which cannot buy options: see `cashForOptions`. */
    netRupees: w.net,
    cashRupees: available.cash,
    openingBalanceRupees: available.opening_balance,
    /** Cash less what is in use. */
    liveBalanceRupees: available.live_balance,
    collateralRupees: available.collateral,
    adhocMarginRupees: available.adhoc_margin,
    intradayPayinRupees: available.intraday_payin,
    debitsRupees: utilised.debits,
    exposureRupees: utilised.exposure,
    m2mRealisedRupees: utilised.m2m_realised,
    m2mUnrealisedRupees: utilised.m2m_unrealised,
    optionPremiumRupees: utilised.option_premium,
    payoutRupees: utilised.payout,
    spanRupees: utilised.span,
    holdingSalesRupees: utilised.holding_sales,
    turnoverRupees: utilised.turnover,
    liquidCollateralRupees: utilised.liquid_collateral,
    stockCollateralRupees: utilised.stock_collateral,
    deliveryRupees: utilised.delivery,
  }))

export type KiteFunds = Readonly<z.output<typeof kiteFunds>>

export const kiteFundsBySegment = z.object({ equity: kiteFunds, commodity: kiteFunds.nullish() })

/**
 * What can buy options, in paise, rounded down and never negative: the live balance, but no more than net without
 * pledged shares. The broker has been seen showing cash 0 with a positive net and no collateral: net counts then.
 * Source: fact sheet §15.
 */
export function cashForOptions(
  funds: Pick<KiteFunds, 'cashRupees' | 'collateralRupees' | 'netRupees' | 'liveBalanceRupees'>,
): Paise {
  const cashMissing = funds.cashRupees === 0 && funds.collateralRupees === 0 && funds.netRupees > 0
  const usable = cashMissing
    ? funds.netRupees
    : Math.min(funds.liveBalanceRupees, funds.netRupees - funds.collateralRupees)
  // The broker's doubles carry noise (99725.05000000002): a millionth of a paisa must not cost a whole one.
  return Math.max(0, Math.floor(usable * 100 + 1e-6)) as Paise
}
