import { Article, type Section } from '../../features/site/Article.tsx'
import { buttonClass } from '../../ui/Button.tsx'

const SECTIONS: readonly Section[] = [
  {
    id: 'signals',
    title: 'Signals that explain themselves',
    body: (
      <>
        <p>
          Seven agents watch Nifty 50 and Bank Nifty. Each says bullish, bearish or neutral (two of them say whether
          trading makes sense at all), how strongly, from data of which second, and why: each reading with its threshold
          and what it adds to the score.
        </p>
        <p>
          What is too old counts for nothing and says so. <a href="/docs#agents">What each agent looks at</a> is in the
          guide.
        </p>
      </>
    ),
  },
  {
    id: 'decisions',
    title: 'A decision every closed minute',
    body: (
      <>
        <p>
          The engine weighs the agents, applies what forbids a trade, and writes down the outcome: buy a call, buy a
          put, or nothing. A decision for nothing lists every reason, and what would have changed it.
        </p>
        <p>On Elite and Master each minute can be opened, and made again by your own browser from the same inputs.</p>
      </>
    ),
  },
  {
    id: 'execution',
    title: 'Execution with a stop from the start',
    body: (
      <ul>
        <li>Entries are limit orders that fill at once or lapse. Nothing rests in the book to be picked off.</li>
        <li>What fills gets one stop order at the exchange, for exactly what is held.</li>
        <li>The same order becomes the exit: there is never a second sell order that could open a short.</li>
        <li>With trailing on, the stop follows from 1 R of profit in half steps, and never falls back.</li>
        <li>Every position is given up before the close.</li>
      </ul>
    ),
  },
  {
    id: 'limits',
    title: 'Limits that hold',
    body: (
      <p>
        A loss cap for the day, your lots, a number of entries for each index, and a stop button. They are read from the
        store in the very transaction that claims an entry, so a limit changed a moment ago holds already.{' '}
        <a href="/docs#risk">All risk controls</a>.
      </p>
    ),
  },
  {
    id: 'record',
    title: 'A record nobody can edit quietly',
    body: (
      <p>
        Every changed signal and every decision is an entry of one hash chain, written before anybody sees it. A day
        that is over is signed. Download it and check it on <a href="/record">the record’s page</a>, or with a program
        of your own.
      </p>
    ),
  },
  {
    id: 'paper',
    title: 'Paper first',
    body: (
      <p>
        Every plan may open a paper account with one press. It runs the same code as a live one, against an exchange of
        ours that follows the market’s quotes. No money moves. We suggest weeks of it before anything else.
      </p>
    ),
  },
]

export function FeaturesPage() {
  return (
    <Article
      title="Features"
      lead="What Strikewise does today. Nothing on this page is planned or nearly there."
      sections={SECTIONS}
    >
      <a href="/plans" className={buttonClass('secondary', 'md', 'mt-4')}>
        Compare the plans
      </a>
    </Article>
  )
}
