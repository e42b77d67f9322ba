import { Article, type Section } from '../../features/site/Article.tsx'

const SECTIONS: readonly Section[] = [
  {
    id: 'no-advice',
    title: 'No advice',
    body: (
      <p>
        Strikewise computes signals by rules from market data. They know nothing of your circumstances and are not a
        recommendation to buy or to sell. Ask a registered adviser if you need one.
      </p>
    ),
  },
  {
    id: 'no-promise',
    title: 'No promise',
    body: (
      <>
        <p>
          No result is promised, projected or implied. These public pages show no performance figures, neither ours nor
          a user’s. Results you see when signed in are your own.
        </p>
        <p>
          87.7% of individual traders in equity futures and options lost money in the year 2025-26, about 92% of it in
          options (SEBI, study of 20 August 2026).
        </p>
      </>
    ),
  },
  {
    id: 'limits',
    title: 'What it cannot do',
    body: (
      <ul>
        <li>It cannot predict news-driven spikes.</li>
        <li>It needs stable internet and broker connectivity.</li>
        <li>It works best with capital of 10K rupees or more.</li>
        <li>It does not trade illiquid or sideways sessions.</li>
        <li>A stop limits a loss only while somebody buys at its limit. A gap can pass it.</li>
      </ul>
    ),
  },
  {
    id: 'paper',
    title: 'Paper results',
    body: (
      <p>
        Paper trades are simulated. They are filled at real quotes without moving the market, so they tend to look
        better than live ones would.
      </p>
    ),
  },
  {
    id: 'names',
    title: 'Names of others',
    body: (
      <p>
        Nifty, Bank Nifty, Zerodha, Kite, Telegram, Google and other names belong to their owners, who neither run nor
        endorse this service.
      </p>
    ),
  },
]

export function DisclaimerPage() {
  return (
    <Article title="Disclaimer" sections={SECTIONS}>
      <p>
        The whole of it is in the <a href="/disclosure">risk disclosure</a> and the <a href="/terms">terms</a>.
      </p>
    </Article>
  )
}
