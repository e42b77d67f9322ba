import { Trans, useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorDetail } from '../../messages/error-detail.ts'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { EmptyState, ErrorState, LoadingState } from '../../ui/states.tsx'
import { DaysTable } from './DaysTable.tsx'
import { publicLogQuery } from './queries.ts'
import { VerifyPanel } from './VerifyPanel.tsx'

/** The signed days, the means to verify them here, and the command that does it anywhere else. */
export function PublicLogPanels() {
  const { t } = useLingui()
  const { data, error, isPending, refetch } = useQuery(publicLogQuery)
  if (isPending)
    return (
      <Card>
        <LoadingState label={t`Reading the record...`} className="min-h-60" />
      </Card>
    )
  if (data === undefined)
    return (
      <Card>
        <ErrorState title={t`Couldn’t load the record`} hint={errorDetail(error)} onRetry={() => void refetch()} />
      </Card>
    )
  const newest = data.days[0]
  if (newest === undefined)
    return (
      <Card>
        <EmptyState
          title={t`No signed day yet`}
          hint={t`A day is signed half an hour after the market has closed, and can be verified here from then on.`}
          className="min-h-60"
        />
      </Card>
    )
  return (
    <div className="space-y-4">
      <VerifyPanel days={data.days} />
      <DaysTable days={data.days} />
      <Command day={newest.root.day} signer={newest.key} />
    </div>
  )
}

function Command({ day, signer }: { day: string; signer: string }) {
  const { t } = useLingui()
  return (
    <Card aria-labelledby="command">
      <CardHeader id="command" title={t`Anywhere else`} />
      <div className="space-y-2 p-4 text-sm text-ink-2">
        <p>
          <Trans>
            With the source and Node, without a server: download a day, or several one after the other in a file, and
            run
          </Trans>
        </p>
        <pre tabIndex={0} className="overflow-x-auto rounded-md border bg-sunken p-3 font-mono text-xs text-ink">
          {/* untranslated: a command */}
          npm run verify-record -- strikewise-record-{day}.jsonl --key {signer}
        </pre>
        <p>
          <Trans>
            Keep the public key and an occasional root hash. With an old root you can prove the record was not
            rewritten, even by us.
          </Trans>
        </p>
      </div>
    </Card>
  )
}
