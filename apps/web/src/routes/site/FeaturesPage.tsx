import { Trans } from '@lingui/react/macro'
import { OFFERED_AGENTS, VETO_AGENTS } from '@strikewise/signals/registry/registry.ts'
import { Article, type Section } from '../../features/site/Article.tsx'
import { buttonClass } from '../../ui/Button.tsx'

const agents = OFFERED_AGENTS.length
const vetoes = VETO_AGENTS.length

const SECTIONS: readonly Section[] = [
  {
    id: 'signals',
    title: <Trans>Signals that explain themselves</Trans>,
    body: (
      <>
        <p>
          <Trans>
            {agents} agents watch Nifty 50 and Bank Nifty. Each says bullish, bearish or neutral ({vetoes} of them say
            whether trading makes sense), how strongly, from data of which second, and why: each reading with its
            threshold and what it adds to the score.
          </Trans>
        </p>
        <p>
          <Trans>
            Stale data is ignored, and marked as stale. <a href="/docs#agents">What each agent looks at</a> is in the
            guide.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: 'decisions',
    title: <Trans>A decision every closed minute</Trans>,
    body: (
      <>
        <p>
          <Trans>
            The engine weighs the agents, applies what forbids a trade, and records the outcome: buy a call, buy a put,
            or nothing. A decision for nothing lists every reason, and what would have changed it.
          </Trans>
        </p>
        <p>
          <Trans>
            On Elite and Master each minute can be opened, and made again by your own browser from the same inputs.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: 'execution',
    title: <Trans>Execution with a stop from the start</Trans>,
    body: (
      <ul>
        <li>
          <Trans>
            Entries are limit orders that fill at once or lapse. Nothing rests in the book to be picked off.
          </Trans>
        </li>
        <li>
          <Trans>What fills gets one stop order at the exchange, for exactly what is held.</Trans>
        </li>
        <li>
          <Trans>The same order becomes the exit: there is never a second sell order that could open a short.</Trans>
        </li>
        <li>
          <Trans>With trailing on, the stop follows from 1 R of profit in half steps, and never falls back.</Trans>
        </li>
        <li>
          <Trans>Every position is squared off before the close.</Trans>
        </li>
      </ul>
    ),
  },
  {
    id: 'limits',
    title: <Trans>Limits that hold</Trans>,
    body: (
      <p>
        <Trans>
          A loss cap for the day, your lots, a number of entries for each index, and a button that pauses entries. They
          are read from the store in the very transaction that claims an entry, so a limit changed a moment ago holds
          already. <a href="/docs#risk">All risk controls</a>.
        </Trans>
      </p>
    ),
  },
  {
    id: 'record',
    title: <Trans>A record that no one can edit unnoticed</Trans>,
    body: (
      <p>
        <Trans>
          Every changed signal and every decision is an entry of one hash chain, written before any user sees it. A day
          that is over is signed. Download it and check it on <a href="/record">the record’s page</a>, or with a program
          of your own.
        </Trans>
      </p>
    ),
  },
  {
    id: 'paper',
    title: <Trans>Paper first</Trans>,
    body: (
      <p>
        <Trans>
          Every plan may open a paper account with one press. It runs the same code as a live one, against an exchange
          of ours that follows the market’s quotes. No money moves. We suggest weeks of it before anything else.
        </Trans>
      </p>
    ),
  },
]

export function FeaturesPage() {
  return (
    <Article
      title={<Trans>Features</Trans>}
      lead={<Trans>Everything here works today. No roadmap items.</Trans>}
      sections={SECTIONS}
    >
      <a href="/plans" className={buttonClass('secondary', 'md', 'mt-4')}>
        <Trans>Compare the plans</Trans>
      </a>
    </Article>
  )
}
