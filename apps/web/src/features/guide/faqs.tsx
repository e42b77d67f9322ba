import type { ReactNode } from 'react'

/** Questions by subject; the answer is a paragraph or two. */
export const FAQS: readonly {
  readonly id: string
  readonly title: string
  readonly items: readonly (readonly [question: string, answer: ReactNode])[]
}[] = [
  {
    id: 'money',
    title: 'Money and risk',
    items: [
      [
        'Can I lose money?',
        'Yes. A bought option can lose all of its value, and most option buyers lose. Read the risk disclosure first and begin on paper.',
      ],
      [
        'Does Strikewise hold my money?',
        'No. Orders go to your own broker account with your own key. You can disconnect at any time, and your money never passes through us.',
      ],
      [
        'How much do I need?',
        'The service works best with capital of ₹10,000 or more. What one lot costs and can lose today stands beside your trade settings; when it is more than your limits allow, no order leaves.',
      ],
      [
        'Does it double up after a loss?',
        'Never. After a stop-out there may be one second attempt of at most half the size, if the score confirms it anew, and at most two such attempts a day.',
      ],
      [
        'What returns can I expect?',
        'We name none, and you should distrust whoever does. Costs and time decay work against every option buyer.',
      ],
    ],
  },
  {
    id: 'trading',
    title: 'Trading',
    items: [
      [
        'Why was there no trade today?',
        'The dashboard shows the last decision with every reason, and, if a decision to trade did not become a trade of yours, why not and what you can do.',
      ],
      [
        'Can I trade by hand in the same account?',
        'Yes. Orders we did not place are never touched. If you sell what we hold, we notice and fit the stop; if you sell all of it, the trade is over.',
      ],
      [
        'What if the server goes down while I hold something?',
        'The stop rests at the exchange and needs none of our programs. When they are back they read the broker’s books and go on from there.',
      ],
      [
        'Does it hold overnight?',
        'No. Positions are given up before the close, on the contract’s expiry day earlier still.',
      ],
      [
        'How do I stop it?',
        'With the stop button on the dashboard: no new entry leaves from that moment, and exits go on. You can also switch auto execute off or disconnect the account.',
      ],
    ],
  },
  {
    id: 'broker',
    title: 'Broker',
    items: [
      [
        'Why must I log in every morning?',
        'Broker tokens die at 6:00 AM, and a login by a program is against the broker’s terms. Log in before 9:00 AM.',
      ],
      [
        'Who sees my API secret?',
        'Nobody. It is encrypted with a key that is kept apart from the database, and no screen or call ever returns it.',
      ],
      ['Which brokers are supported?', 'Zerodha. And the paper account, which needs no broker.'],
      [
        '“Incorrect api_key or access_token”?',
        'The token was made with another API key. Log in again from the broker page.',
      ],
    ],
  },
  {
    id: 'plans',
    title: 'Plans and account',
    items: [
      [
        'What happens when my plan ends?',
        'Open positions keep their exits; there are no new entries. The dashboard shows what Starter shows.',
      ],
      [
        'Am I charged now?',
        'Not on an installation whose payment page says the gateway is a mock: it confirms everything and charges nothing.',
      ],
      [
        'How do I get my data, or delete it?',
        <>
          On <a href="/dpdp">your data</a>: one file with all of it, and an erasure that waits until you hold nothing.
        </>,
      ],
      [
        'Is my trading visible to others?',
        'No, unless you join the list of top traders with your paper account. That list shows a name you choose and how well limits were kept, no profit or loss.',
      ],
    ],
  },
]
