import { istDate } from '@strikewise/domain/time/ist.ts'
import { FULL_REFUND_DAYS } from '@strikewise/plans/refund.ts'
import type { LegalText } from './legal-text.ts'

/** The terms of use, as its page shows it. A change of a word is a new text: give it a new date. */
export const TERMS_OF_USE: LegalText = {
  version: '2026-11-22',
  updated: {
    code: 'legal.updated_with_part',
    on: istDate('2025-07-25'),
    part: 4,
    partOn: istDate('2026-11-22'),
  },
  sections: [
    ['Who may use the service', 'You must be 18 or older and able to enter a contract. One person, one account.'],
    [
      'What the service is',
      'Strikewise shows computed signals for Nifty 50 and Bank Nifty options and, on the Elite and Master plans, places orders in your own broker account by your settings and consent.',
    ],
    [
      'Plans and payment',
      'A plan runs for 30, 90 or 365 days from payment. When it ends, your account falls back to Starter; open positions keep their protective exits.',
    ],
    [
      'Money back',
      `Ask support. Within ${FULL_REFUND_DAYS} days of a payment all of it is paid back; later, the whole days of its term that are left, by the day. What it bought ends at once, and a credit from an earlier payment is not paid out. A plan that waits for the end of another is paid back before that one. The money goes back the way it came, with a credit note; banks take a few working days. What has run out, or was credited to a later payment, is not paid back.`,
    ],
    [
      'Broker account',
      'Elite and Master need a broker account of your own and an access token generated before 9:00 AM each trading day. The broker’s API fee is paid directly to the broker: 2000 rupees per year as stated on July 25, 2025; see the broker’s site for the present fee.',
    ],
    [
      'Your duties',
      'Keep your password and your broker’s keys to yourself, keep enough cash in your account, and watch your positions.',
    ],
    [
      'No advice, no guarantee',
      'Nothing here is investment advice. The service may be interrupted, and no result is guaranteed. Read the risk disclosure before you connect an account.',
    ],
    [
      'Ending',
      'You may stop using the service at any time. We may end accounts that break these terms, after open positions are flat.',
    ],
  ],
}
