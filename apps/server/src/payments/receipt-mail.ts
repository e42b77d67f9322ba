import { paiseFromRupees } from '@strikewise/domain/money/paise.ts'
import type { Language } from '@strikewise/domain/text/language.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { MessageOf } from '@strikewise/messages/message.ts'
import type { Receipt } from '@strikewise/wire/billing.ts'
import { composeMail, type MailMessage } from '../mail/compose-mail.ts'

/** The lines a receipt can have beside its plan and its total. */
type ReceiptLine = MessageOf<`mail.receipt.${'no_gst' | 'taxable' | 'tax' | 'credit'}`>

/** The receipt as a mail; `url` is the page that shows it, to print. */
export function receiptMail(receipt: Receipt, language: Language | null, url: string): MailMessage {
  const { number, buyer, seller, plan, billing, price, credit, amount, taxable, taxes } = receipt
  const tax: ReceiptLine[] =
    seller.gstin === null
      ? [{ code: 'mail.receipt.no_gst' }]
      : [
          { code: 'mail.receipt.taxable', amount: paiseFromRupees(taxable) },
          ...taxes.map(({ name, percent, amount }): ReceiptLine => ({
            code: 'mail.receipt.tax',
            name,
            percent: percent / 100,
            amount: paiseFromRupees(amount),
          })),
        ]
  const credited: ReceiptLine[] = credit > 0 ? [{ code: 'mail.receipt.credit', amount: paiseFromRupees(-credit) }] : []
  return composeMail(
    { ...buyer, language },
    {
      subject: { code: 'mail.receipt.subject', number },
      paragraphs: [
        { code: 'mail.receipt.thanks', number, on: dayOf(receipt.paid_at) },
        [
          { code: 'mail.receipt.plan', plan, billing, amount: paiseFromRupees(price) },
          ...credited,
          { code: 'mail.receipt.paid', amount: paiseFromRupees(amount) },
          ...tax,
        ],
        { code: 'mail.receipt.term', from: dayOf(receipt.starts_at), to: dayOf(receipt.plan_expiry) },
        { href: url },
      ],
    },
  )
}

/** The day in India of an instant as the API writes it. */
function dayOf(instant: string): IstDate {
  return instant.slice(0, 10) as IstDate
}
