import { Trans, useLingui } from '@lingui/react/macro'
import type { WhyReply } from '@strikewise/wire/public-log.ts'
import { biasText } from '../../messages/signals.ts'
import { decimalText } from '../../lib/format.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { AgentTitle } from '../../ui/AgentTitle.tsx'
import { Shared } from '../../ui/Shared.tsx'

/** What each agent had reported last when the decision was made, each with its entry in the record. */
export function PublishedSignals({ signals }: { signals: WhyReply['signals'] }) {
  const { t } = useLingui()
  return (
    <Card aria-labelledby="said">
      <CardHeader id="said" title={t`What the agents had said`} />
      <ul className="divide-y">
        {signals.map(({ agent, seq, signal }) => (
          <li key={agent} className="px-4">
            <details className="group py-3 text-sm">
              <summary className="flex cursor-pointer flex-wrap items-baseline gap-x-3 gap-y-1 rounded-sm">
                <span className="font-medium">
                  <AgentTitle agent={agent} />
                </span>
                <span className="text-ink-2">
                  {biasText(signal.bias)} {Math.round(100 * signal.strength)}%{signal.stale && t`, too old to count`}
                </span>
                <span className="ml-auto text-xs text-ink-3">
                  <EntryOf seq={seq} asOf={signal.asOf} />
                </span>
              </summary>
              <ul className="mt-2 space-y-1.5 text-ink-2">
                {signal.reasons.map((reason) => (
                  <li key={`${reason.code} ${reason.text}`} className="flex gap-4">
                    <span className="min-w-0 flex-1">
                      <Shared of={reason} />
                    </span>
                    <span className="text-xs font-medium text-ink-3">
                      {reason.effect > 0 ? '+' : ''}
                      {decimalText(reason.effect, 2)}
                    </span>
                  </li>
                ))}
                {signal.reasons.length === 0 && (
                  <li className="text-ink-3">
                    <Trans>It gave no reason.</Trans>
                  </li>
                )}
              </ul>
            </details>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function EntryOf({ seq, asOf }: { seq: number; asOf: string }) {
  const time = wireTime(asOf)
  return (
    <Trans>
      entry {seq}, as of {time}
    </Trans>
  )
}
