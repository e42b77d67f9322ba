import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans } from '@lingui/react/macro'
import { Article, type Section } from '../../features/site/Article.tsx'
import { BindingText } from '../../features/site/BindingText.tsx'

const SECTIONS: readonly Section[] = [
  {
    id: 'no-advice',
    title: <span lang="en">No advice</span>,
    body: (
      <p lang="en">
        Strikewise computes signals by rules from market data. They know nothing of your circumstances and are not a
        recommendation to buy or to sell. Ask a registered adviser if you need one.
      </p>
    ),
  },
  {
    id: 'no-promise',
    title: <span lang="en">No promise</span>,
    body: (
      <>
        <p lang="en">
          No result is promised, projected or implied. These public pages show no performance figures, neither ours nor
          a user’s. Results you see when signed in are your own.
        </p>
        <p lang="en">
          87.7% of individual traders in equity futures and options lost money in the year 2025-26, about 92% of it in
          options (SEBI, study of 20 August 2026).
        </p>
      </>
    ),
  },
  {
    id: 'limits',
    title: <span lang="en">What it cannot do</span>,
    body: (
      <ul lang="en">
        <li>It cannot predict news-driven spikes.</li>
        <li>It needs stable internet and broker connectivity.</li>
        <li>It works best with capital of 10K rupees or more.</li>
        <li>It does not trade illiquid or sideways sessions.</li>
        <li>A stop limits a loss only while a buyer takes its limit price. A gap can pass it.</li>
      </ul>
    ),
  },
  {
    id: 'paper',
    title: <span lang="en">Paper results</span>,
    body: (
      <p lang="en">
        Paper trades are simulated. They are filled at real quotes without moving the market, so they tend to look
        better than live ones would.
      </p>
    ),
  },
  {
    id: 'names',
    title: <span lang="en">Names of others</span>,
    body: (
      <p lang="en">
        Nifty, Bank Nifty, Zerodha, Kite, Telegram, Google and other names belong to their owners, who neither run nor
        endorse this service.
      </p>
    ),
  },
]

const IN_SHORT: readonly MessageDescriptor[] = [
  msg`Signals are computed by rules from market data. They know nothing of your circumstances and recommend neither buying nor selling; ask a registered adviser if you need one.`,
  msg`No result is promised, and public pages show no performance figures.`,
  msg`87.7% of individual traders in equity futures and options lost money in the year 2025-26, about 92% of it in options (SEBI, study of 20 August 2026).`,
  msg`News-driven spikes cannot be predicted. Stable internet and broker connectivity are needed, and capital of 10K rupees or more is best. Illiquid or sideways sessions are not traded.`,
  msg`A stop limits a loss only while a buyer takes its limit price. A gap can pass it.`,
  msg`Paper trades are simulated and tend to look better than live ones would.`,
  msg`Names of others belong to their owners, who neither run nor endorse this service.`,
]

export function DisclaimerPage() {
  return (
    <Article title={<Trans>Disclaimer</Trans>} notice={<BindingText points={IN_SHORT} />} sections={SECTIONS}>
      <p>
        <Trans>
          The whole of it is in the <a href="/disclosure">risk disclosure</a> and the <a href="/terms">terms</a>.
        </Trans>
      </p>
    </Article>
  )
}
