import { Trans, useLingui } from '@lingui/react/macro'
import { ArrowRight } from 'lucide-react'
import { signedDecimalText } from '../../lib/format.ts'
import { epochOf, istDay, istMinute } from '../../lib/ist-format.ts'
import { AgentTitle } from '../../ui/AgentTitle.tsx'
import { Badge } from '../../ui/Badge.tsx'
import decision from '../demo/decision.json'

const END = epochOf(decision.bar_end)!

const scoreText = (score: number) => signedDecimalText(score, 2)

/** What each voter added to the score, the largest first. */
const POINTS = decision.contributions
  .map(({ agent, weight, signed }) => ({ agent, points: (weight * signed) / decision.coverage }))
  .toSorted((a, b) => Math.abs(b.points) - Math.abs(a.points))

/** The agents that needed to move least for another decision. */
const CLOSEST = decision.flips
  .map(({ message }) => message.params)
  .toSorted((a, b) => Math.abs(a.needed - a.now) - Math.abs(b.needed - b.now))
  .slice(0, 2)

/**
 * The decision of the demo as the start page shows it: why nothing was traded in that minute, and what would have changed it.
 * It is of a session that closed before this version was built, on a simulated market, and shows so.
 */
export function RecordedDecision() {
  const { t } = useLingui()
  const [day, minute] = [istDay(END), istMinute(END)]
  const [score, high, low] = [decision.score, decision.threshold, -decision.threshold].map(scoreText)
  return (
    <section aria-labelledby="recorded" className="rounded-xl border bg-surface p-5 text-left shadow-md sm:p-6">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1.5 text-sm text-ink-3">
        <Trans>
          Nifty 50 · {day}, {minute}
        </Trans>
        <Badge>
          <Trans>Simulated market</Trans>
        </Badge>
      </p>
      <h2 id="recorded" className="mt-3 text-2xl font-semibold tracking-[-0.02em]">
        <Trans>No trade</Trans>
      </h2>
      <p className="mt-1 text-ink-2">
        <Trans>
          Score {score}, needs {high} or {low}.
        </Trans>
      </p>
      <ul aria-label={t`What each agent added to the score`} className="mt-4 space-y-2 text-sm">
        {POINTS.map(({ agent, points }) => (
          <li key={agent} className="grid grid-cols-[7.5rem_1fr_3rem] items-center gap-3">
            <span className="truncate text-ink-2">
              <AgentTitle agent={agent} />
            </span>
            <PointsBar points={points} />
            <span className="text-right tabular-nums">{scoreText(points)}</span>
          </li>
        ))}
      </ul>
      <h3 className="mt-4 border-t pt-4 text-sm font-medium">
        <Trans>What would have changed it</Trans>
      </h3>
      <ul className="mt-1 text-sm text-ink-2">
        {CLOSEST.map((flip) => (
          <li key={flip.agent}>
            <Flip {...flip} />
          </li>
        ))}
      </ul>
      <a
        href="/demo"
        className="mt-4 inline-flex min-h-11 items-center gap-1.5 font-medium text-accent-text hover:underline"
      >
        <Trans>Open this minute and recompute it</Trans>
        <ArrowRight aria-hidden="true" className="size-4" />
      </a>
    </section>
  )
}

function Flip({ agent, needed, now }: { agent: string; needed: number; now: number }) {
  const [reached, held] = [needed, now].map(scoreText)
  return (
    <Trans>
      <AgentTitle agent={agent} /> at {reached} instead of {held}
    </Trans>
  )
}

/**
 * From the middle to the left for a fall of the index, to the right for a rise; full at the score an entry needs. Drawn by
 * attributes: the page's policy drops styles that stand in its markup.
 */
function PointsBar({ points }: { points: number }) {
  const width = Math.min(1, Math.abs(points) / decision.threshold) * 50
  return (
    <svg aria-hidden="true" viewBox="0 0 100 8" preserveAspectRatio="none" className="h-2 w-full">
      <rect width="100" height="8" rx="1" className="fill-quiet-soft" />
      {points < 0 ? (
        <rect x={50 - width} width={width} height="8" className="fill-down-fill" />
      ) : (
        <rect x="50" width={width} height="8" className="fill-up-fill" />
      )}
      <rect x="49.8" width="0.4" height="8" className="fill-ink-3" />
    </svg>
  )
}
