import type { LegalText } from './legal-text.ts'

/** The terms of use, as its page shows it. A change of a word is a new text: give it a new date. */
export const TERMS_OF_USE: LegalText = {
  version: '2025-07-25',
  updated: 'July 25, 2025',
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
