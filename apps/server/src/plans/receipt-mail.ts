import { formatRupees } from '@strikewise/domain/money/format.ts'
import { paiseFromRupees } from '@strikewise/domain/money/paise.ts'
import { PLAN_CARDS } from '@strikewise/domain/plans/catalogue.ts'
import type { Receipt } from '@strikewise/wire/billing.ts'
import type { Mail } from '../identity/mails.ts'
import { greeting } from '../outbox/greeting.ts'

/** The receipt as a mail; `url` is the page that shows it, to print. */
export function receiptMail(receipt: Receipt, url: string): Mail {
  const { number, buyer, seller, plan, billing, price, credit, amount, taxable, taxes } = receipt
  const line = (name: string, rupees: number) => `${name}: ${formatRupees(paiseFromRupees(rupees))}`
  const money = [
    line(`Strikewise ${PLAN_CARDS[plan].label}, ${billing}`, price),
    ...(credit > 0 ? [line('Credit for unused days', -credit)] : []),
    line('Paid', amount),
    ...(seller.gstin === null
      ? ['GST: not charged, the seller is not registered']
      : [line('Taxable value', taxable), ...taxes.map((tax) => line(`${tax.name} ${tax.percent} %`, tax.amount))]),
  ]
  const body = [
    greeting(buyer.name),
    `Thank you. This is receipt ${number} of ${receipt.paid_at.slice(0, 10)}.`,
    money.join('\n'),
    `Your plan runs from ${receipt.starts_at.slice(0, 10)} to ${receipt.plan_expiry.slice(0, 10)}.`,
    url,
    'Strikewise',
  ].join('\n\n')
  return { recipient: buyer.email, subject: `Your Strikewise receipt ${number}`, body }
}
