import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import type { MyDataReply } from '@strikewise/wire/data-rights.ts'
import { useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useMyDataChange } from './queries.ts'

/** Asks for the account to be erased, shows what it waits for, and takes it back. */
export function ErasureCard({ erasure }: { erasure: MyDataReply['erasure'] }) {
  const { t } = useLingui()
  const [sure, setSure] = useState(false)
  const change = useMyDataChange((erase: boolean) => api.call('setErasure', { body: { wanted: erase } }))
  const open = erasure?.open_trades ?? 0
  return (
    <Card aria-labelledby="erasure">
      <CardHeader id="erasure" title={t`Erase my account`} />
      <div className="space-y-4 p-4 text-sm">
        {erasure === null ? (
          <>
            <p>
              <Trans>
                New entries stop at once. As soon as you have no open trade, your name, address, password, keys,
                settings and messages are deleted, and you are logged out everywhere. Trades, consents and payments are
                kept as the law requires, under an id without your name. A paid plan ends without a refund; contact
                support first if you want one. This cannot be undone.
              </Trans>
            </p>
            <Checkbox checked={sure} onChange={setSure}>
              <Trans>I have downloaded the data I want to keep. Erase my account.</Trans>
            </Checkbox>
            <Button
              tone="danger"
              size="sm"
              disabled={!sure}
              busy={change.isPending}
              onClick={() => change.mutate(true)}
            >
              <Trans>Erase my account</Trans>
            </Button>
          </>
        ) : (
          <>
            <Notice tone="warn" role="status" title={t`Your account will be erased`}>
              {open === 0
                ? t`You have no open trade: it is erased within a minute. You will get a last email.`
                : t`It waits for ${plural(open, { one: '# open trade', other: '# open trades' })} to end. Their stops and exits go on.`}
            </Notice>
            <Button tone="secondary" size="sm" busy={change.isPending} onClick={() => change.mutate(false)}>
              <Trans>Keep my account</Trans>
            </Button>
            <p className="text-ink-3">
              <Trans>If you keep your account, the pause stays on until you resume.</Trans>
            </p>
          </>
        )}
        {change.isError && (
          <Notice tone="down" role="alert">
            {errorDetail(change.error)}
          </Notice>
        )}
      </div>
    </Card>
  )
}
