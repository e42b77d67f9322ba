import { Trans, useLingui } from '@lingui/react/macro'
import type { WhyReply } from '@strikewise/wire/public-log.ts'
import { RotateCw } from 'lucide-react'
import { useState } from 'react'
import { errorDetail } from '../../messages/error-detail.ts'
import { canHash } from '../../lib/hash.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import type { Recomputed } from './recompute.ts'

type State =
  | { step: 'idle' }
  | { step: 'running' }
  | { step: 'failed'; why: string }
  | { step: 'done'; result: Recomputed }

/** Where the decision stands in the record, and the button that makes it again here. */
export function RecomputePanel({ entry }: { entry: NonNullable<WhyReply['entry']> }) {
  const { t } = useLingui()
  const [state, setState] = useState<State>({ step: 'idle' })
  const run = async () => {
    setState({ step: 'running' })
    try {
      // The engine is loaded by those who want to run it.
      const { recompute } = await import('./recompute.ts')
      setState({ step: 'done', result: await recompute(entry) })
    } catch (error) {
      setState({ step: 'failed', why: errorDetail(error) })
    }
  }
  const { seq } = entry
  return (
    <Card aria-labelledby="recompute">
      <CardHeader
        id="recompute"
        title={t`In the record`}
        actions={
          <Button
            tone="secondary"
            size="sm"
            busy={state.step === 'running'}
            disabled={!canHash()}
            onClick={() => void run()}
          >
            <RotateCw aria-hidden="true" />
            <Trans>Recompute</Trans>
          </Button>
        }
      />
      <div className="space-y-3 p-4 text-sm">
        <dl className="grid gap-x-4 gap-y-2 sm:grid-cols-[auto_minmax(0,1fr)]">
          <dt className="text-ink-3">
            <Trans context="of the record">Entry</Trans>
          </dt>
          <dd>
            <Trans>
              {seq} of the{' '}
              <a href="/record" className="underline underline-offset-2 hover:text-ink">
                record
              </a>
            </Trans>
          </dd>
          <dt className="text-ink-3">
            <Trans>Its hash</Trans>
          </dt>
          <dd className="font-mono text-xs break-all">{entry.hash}</dd>
          <dt className="text-ink-3">
            <Trans>Continues</Trans>
          </dt>
          <dd className="font-mono text-xs break-all">{entry.prev}</dd>
        </dl>
        <p className="text-ink-3">
          <Trans>
            Recompute runs the decision engine in this browser over the inputs of this entry and compares what comes out
            with what was recorded.
          </Trans>
        </p>
        {!canHash() && (
          <Notice tone="warn">
            <Trans>This browser only computes hashes on pages that came over HTTPS.</Trans>
          </Notice>
        )}
        <div role="status">
          {state.step === 'done' && <Outcome result={state.result} />}
          {state.step === 'failed' && (
            <Notice tone="down" title={t`The decision could not be recomputed`}>
              {state.why}
            </Notice>
          )}
        </div>
      </div>
    </Card>
  )
}

function Outcome({ result }: { result: Recomputed }) {
  const { t } = useLingui()
  switch (result.outcome) {
    case 'equal': {
      const { version, compared } = result
      return (
        <Notice tone="up" title={t`Equal: the same inputs give the same decision`}>
          <p>
            <Trans>Engine {version}, recorded and recomputed:</Trans>
          </p>
          <Hash text={result.hash} />
          {compared === 'figures_and_codes' && (
            <p>
              <Trans>
                This entry has sentences of an earlier version of the record. Its figures and codes were compared.
              </Trans>
            </p>
          )}
        </Notice>
      )
    }
    case 'differs':
      return (
        <Notice tone="down" title={t`Not equal: these inputs give another decision`}>
          <p>
            <Trans>Recorded:</Trans>
          </p>
          <Hash text={result.recorded} />
          <p>
            <Trans>Recomputed:</Trans>
          </p>
          <Hash text={result.computed} />
        </Notice>
      )
    case 'other_version': {
      const { recorded, here } = result
      return (
        <Notice tone="info" title={t`Made by another version of the engine`}>
          <Trans>
            The decision was made by engine {recorded}, this page has {here}. Only the same version can be compared.
          </Trans>
        </Notice>
      )
    }
    case 'entry_changed':
      return (
        <Notice tone="down" title={t`This entry is not what was written`}>
          <Trans>Its hash is not the one of what it says, so there is nothing to compare with.</Trans>
        </Notice>
      )
  }
}

function Hash({ text }: { text: string }) {
  return <p className="font-mono text-xs break-all">{text}</p>
}
