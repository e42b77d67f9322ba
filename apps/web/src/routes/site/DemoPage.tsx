import { whyReply } from '@strikewise/wire/record.ts'
import minute from '../../features/demo/minute.json'
import { Article, type Section } from '../../features/site/Article.tsx'
import { WhyDecision } from '../../features/why/WhyDecision.tsx'
import { buttonClass } from '../../ui/Button.tsx'

const MINUTE = whyReply.parse(minute)

const SECTIONS: readonly Section[] = [
  {
    id: 'what',
    title: 'What you see here',
    body: (
      <>
        <p>
          One minute as Strikewise saw it, opened up as on the dashboard of Elite and Master. The market was a simulated
          one, so no price here was ever paid; agents, engine and record are the ones that run every day.
        </p>
        <ol>
          <li>On top the decision, the score it rests on, and what it needed.</li>
          <li>What each agent added, from data of which second.</li>
          <li>What stood against it, and what would change it.</li>
          <li>What each agent had said, with its readings. Open one.</li>
          <li>
            At the end, press <strong>Recompute</strong>: your browser runs the engine over the same inputs and compares
            the outcome with what was written down.
          </li>
        </ol>
      </>
    ),
  },
]

/** The demo: a decision of a simulated day, opened up, that the visitor's own browser can make again. */
export function DemoPage() {
  return (
    <Article
      title="A minute, opened up"
      lead="No film: the thing itself, to press and to check."
      sections={SECTIONS}
      wide
    >
      <div className="text-base">
        <WhyDecision why={MINUTE} />
      </div>
      <p>
        From there on a live account would ask its gate, send one limit order, and rest a stop at the exchange.{' '}
        <a href="/docs#first-trade">What happens step by step</a>.
      </p>
      <a href="/plans" className={buttonClass('primary')}>
        Get Started
      </a>
    </Article>
  )
}
