import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import { broker } from '../../lib/broker.ts'
import { LoginEnd } from '../../ui/LoginEnd.tsx'

/** Questions by subject; the answer is a paragraph or two. */
export const FAQS: readonly {
  readonly id: string
  readonly title: ReactNode
  readonly items: readonly (readonly [question: MessageDescriptor, answer: ReactNode])[]
}[] = [
  {
    id: 'money',
    title: <Trans>Money and risk</Trans>,
    items: [
      [
        msg`Can I lose money?`,
        <Trans>
          Yes. A bought option can lose all of its value, and most option buyers lose. Read the risk disclosure first
          and begin on paper.
        </Trans>,
      ],
      [
        msg`Does Strikewise hold my money?`,
        <Trans>
          No. Orders go to your own broker account with your own key. You can disconnect at any time, and your money
          never passes through us.
        </Trans>,
      ],
      [
        msg`How much do I need?`,
        <Trans>
          The service works best with capital of ₹10,000 or more. What one lot costs and can lose today stands beside
          your trade settings; when it is more than your limits allow, no order leaves.
        </Trans>,
      ],
      [
        msg`Does it double up after a loss?`,
        <Trans>
          Never. After a stop-out there may be one second attempt of at most half the size, if the score confirms it
          again, and at most two such attempts a day.
        </Trans>,
      ],
      [
        msg`What returns can I expect?`,
        <Trans>
          We name none, and you should distrust any service that does. Costs and time decay work against every option
          buyer.
        </Trans>,
      ],
    ],
  },
  {
    id: 'trading',
    title: <Trans>Trading</Trans>,
    items: [
      [
        msg`Why was there no trade today?`,
        <Trans>
          The dashboard shows the last decision with every reason, and, if a decision to trade did not become a trade of
          yours, why not and what you can do.
        </Trans>,
      ],
      [
        msg`Can I trade manually in the same account?`,
        <Trans>
          Yes. Orders we did not place are never touched. If you sell what we hold, we notice and fit the stop; if you
          sell all of it, the trade is over.
        </Trans>,
      ],
      [
        msg`What if the server goes down while I hold something?`,
        <Trans>
          The stop rests at the exchange and needs none of our programs. When they are back they read the broker’s books
          and go on from there.
        </Trans>,
      ],
      [
        msg`Does it hold overnight?`,
        <Trans>No. Positions are squared off before the close, on the contract’s expiry day earlier still.</Trans>,
      ],
      [
        msg`How do I stop it?`,
        <Trans>
          With ‘Pause entries’ on the dashboard: no new entry leaves from that moment, and exits go on. You can also
          switch auto execute off or disconnect the account.
        </Trans>,
      ],
    ],
  },
  {
    id: 'broker',
    title: <Trans>Broker</Trans>,
    items: [
      [
        msg`Why must I log in every morning?`,
        <Trans>
          Broker tokens expire at <LoginEnd />, and a login by a program is against the broker’s terms. Log in before
          9:00 AM.
        </Trans>,
      ],
      [
        msg`Who sees my API secret?`,
        <Trans>
          No one. It is encrypted with a key that is kept apart from the database, and no screen or call ever returns
          it.
        </Trans>,
      ],
      [msg`Which brokers are supported?`, <Trans>{broker}. And the paper account, which needs no broker.</Trans>],
      [
        msg`“Incorrect api_key or access_token”?`,
        <Trans>The token was made with another API key. Log in again from the broker page.</Trans>,
      ],
    ],
  },
  {
    id: 'plans',
    title: <Trans>Plans and account</Trans>,
    items: [
      [
        msg`What happens when my plan ends?`,
        <Trans>
          Open positions keep their exits; there are no new entries. The dashboard shows what Starter shows.
        </Trans>,
      ],
      [
        msg`Am I charged now?`,
        <Trans>
          Not on an installation whose payment page says the gateway is a mock: it confirms everything and charges
          nothing.
        </Trans>,
      ],
      [
        msg`How do I get my data, or delete it?`,
        <Trans>
          On <a href="/dpdp">your data</a>: one file with all of it, and an erasure that waits until you hold nothing.
        </Trans>,
      ],
      [
        msg`Is my trading visible to others?`,
        <Trans>
          No, unless you join the list of top traders with your paper account. That list shows a name you choose and how
          well limits were kept, no profit or loss.
        </Trans>,
      ],
    ],
  },
]
