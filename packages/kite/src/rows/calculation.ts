import * as z from 'zod'
import { brokerText, rupees, rupeesOrZero, textOrNull } from './scalars.ts'

/** Charges of an order in rupees, with fractions of a paisa (fact sheet §15). */
export const kiteCharges = z
  .object({
    transaction_tax: rupeesOrZero,
    transaction_tax_type: textOrNull,
    exchange_turnover_charge: rupeesOrZero,
    sebi_turnover_charge: rupeesOrZero,
    brokerage: rupeesOrZero,
    stamp_duty: rupeesOrZero,
    gst: z.object({ igst: rupeesOrZero, cgst: rupeesOrZero, sgst: rupeesOrZero, total: rupeesOrZero }),
    total: rupees,
  })
  .transform((w) => ({
    transactionTaxRupees: w.transaction_tax,
    /** `stt` or `ctt`. */
    transactionTaxType: w.transaction_tax_type,
    exchangeTurnoverRupees: w.exchange_turnover_charge,
    sebiTurnoverRupees: w.sebi_turnover_charge,
    brokerageRupees: w.brokerage,
    stampDutyRupees: w.stamp_duty,
    gstRupees: w.gst.total,
    igstRupees: w.gst.igst,
    cgstRupees: w.gst.cgst,
    sgstRupees: w.gst.sgst,
    totalRupees: w.total,
  }))
export type KiteCharges = Readonly<z.output<typeof kiteCharges>>

/** `POST /charges/orders`: one row an order asked about. */
export const kiteOrderCharges = z
  .object({ tradingsymbol: brokerText, exchange: brokerText, charges: kiteCharges })
  .transform((w) => ({ tradingsymbol: w.tradingsymbol, exchange: w.exchange, ...w.charges }))
export type KiteOrderCharges = Readonly<z.output<typeof kiteOrderCharges>>

/** Margin an order would block, in rupees. For buying an option `totalRupees` is premium × quantity. */
export const kiteMargin = z
  .object({
    tradingsymbol: brokerText,
    exchange: brokerText,
    span: rupeesOrZero,
    exposure: rupeesOrZero,
    option_premium: rupeesOrZero,
    additional: rupeesOrZero,
    cash: rupeesOrZero,
    var: rupeesOrZero,
    leverage: z.number().nullish(),
    charges: kiteCharges.nullish(),
    total: rupees,
  })
  .transform((w) => ({
    tradingsymbol: w.tradingsymbol,
    exchange: w.exchange,
    spanRupees: w.span,
    exposureRupees: w.exposure,
    optionPremiumRupees: w.option_premium,
    additionalRupees: w.additional,
    cashRupees: w.cash,
    varRupees: w.var,
    leverage: w.leverage ?? null,
    charges: w.charges ?? null,
    totalRupees: w.total,
  }))
export type KiteMargin = Readonly<z.output<typeof kiteMargin>>

/** `POST /margins/basket`: before and after the benefit of orders offsetting each other. */
export const kiteBasketMargin = z.object({ initial: kiteMargin, final: kiteMargin, orders: z.array(kiteMargin) })
export type KiteBasketMargin = Readonly<z.output<typeof kiteBasketMargin>>
