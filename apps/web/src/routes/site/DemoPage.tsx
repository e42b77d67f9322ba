import { Trans } from '@lingui/react/macro'
import { whyReply } from '@strikewise/wire/public-log.ts'
import decision from '../../features/demo/decision.json'
import minute from '../../features/demo/minute.json'
import { Article, type Section } from '../../features/site/Article.tsx'
import { WhyDecision } from '../../features/why/WhyDecision.tsx'
import { buttonClass } from '../../ui/Button.tsx'

const MINUTE = whyReply.parse({ ...minute, decision })

const SECTIONS: readonly Section[] = [
  {
    id: 'what',
    title: <Trans>What you see here</Trans>,
    body: (
      <>
        <p>
          <Trans>
            One minute as Strikewise saw it, opened up as on the dashboard of Elite and Master. The market was a
            simulated one, so no price here was ever paid; agents, engine and record are the ones that run every day.
          </Trans>
        </p>
        <ol>
          <li>
            <Trans>On top the decision, the score it rests on, and what it needed.</Trans>
          </li>
          <li>
            <Trans>What each agent added, from data of which second.</Trans>
          </li>
          <li>
            <Trans>What stood against it, and what would change it.</Trans>
          </li>
          <li>
            <Trans>What each agent had said, with its readings. Open one.</Trans>
          </li>
          <li>
            <Trans>
              At the end, press <strong>Recompute</strong>: your browser runs the engine over the same inputs and
              compares the outcome with what was recorded.
            </Trans>
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
      title={<Trans>One minute, taken apart</Trans>}
      lead={<Trans>Not a video. One real decision you can open and recompute.</Trans>}
      sections={SECTIONS}
      wide
    >
      <div className="text-base">
        <WhyDecision why={MINUTE} />
      </div>
      <p>
        <Trans>
          A live account would now run its checks, send one limit order and place a stop at the exchange.{' '}
          <a href="/docs#first-trade">What happens step by step</a>.
        </Trans>
      </p>
      <div className="flex flex-wrap gap-3">
        <a href="/plans" className={buttonClass('primary')}>
          <Trans>Get Started</Trans>
        </a>
        <a href="/demo/day" className={buttonClass('secondary')}>
          <Trans>Play a recorded day</Trans>
        </a>
      </div>
    </Article>
  )
}
