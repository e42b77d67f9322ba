import { Trans } from '@lingui/react/macro'
import type { TradeSettingsReply } from '@strikewise/wire/account.ts'
import { useRef, useState } from 'react'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { ConsentDialog } from './ConsentDialog.tsx'
import { draftOf, isInvalid, rowErrors, type DraftRow } from './draft.ts'
import { EdgeDialog } from './EdgeDialog.tsx'
import { GrandTotal } from './GrandTotal.tsx'
import { LiveEdgeNotice } from './LiveEdgeNotice.tsx'
import { StrategyRow } from './StrategyRow.tsx'
import { useSaveStrategies } from './useSaveStrategies.ts'

/** One row a symbol, the fund estimate, and saving with consent. */
export function StrategyForm({ settings }: { settings: TradeSettingsReply }) {
  const [rows, setRows] = useState<readonly DraftRow[]>(() => draftOf(settings))
  const elements = useRef<(HTMLElement | null)[]>([])
  const errors = rows.map(rowErrors)
  const firstInvalid = errors.findIndex(isInvalid)

  // What waits for the close is not in force: the fields show what is, and beside it what waits.
  const saving = useSaveStrategies(rows, settings, (saved) => setRows(draftOf(saved)))

  const press = () => {
    if (firstInvalid === -1) saving.save()
    else elements.current[firstInvalid]?.scrollIntoView({ behavior: 'smooth', block: 'center' })
  }

  const reason = errorDetail(saving.error)
  return (
    <>
      {firstInvalid !== -1 && (
        <Notice tone="down" role="alert" className="mb-4">
          <Trans>Please fix the required fields marked with * before saving.</Trans>
        </Notice>
      )}
      <LiveEdgeNotice standing={settings.live_edge} armed={settings.strategies.some((row) => row.auto_execute)} />
      <Card className="divide-y">
        {rows.map((row, i) => (
          <StrategyRow
            key={row.symbol}
            row={row}
            errors={errors[i]!}
            invalid={isInvalid(errors[i]!)}
            contract={settings.strategies.find((s) => s.symbol === row.symbol)}
            pending={settings.pending}
            onChange={(changed) => setRows(rows.map((other) => (other.symbol === row.symbol ? changed : other)))}
            rowRef={(element) => {
              elements.current[i] = element
            }}
          />
        ))}
        <div className="flex flex-wrap items-center justify-between gap-4 bg-sunken/60 p-5">
          <GrandTotal rows={rows} />
          <Button
            busy={saving.isPending}
            // Not `disabled`: a press must still lead to the row that is wrong.
            aria-disabled={firstInvalid !== -1}
            onClick={press}
          >
            <Trans>Save</Trans>
          </Button>
        </div>
      </Card>
      {saving.isError && (
        <Notice tone="down" role="alert" className="mt-4">
          <Trans>The settings were not saved: {reason}</Trans>
        </Notice>
      )}
      <ConsentDialog open={saving.asking === 'consent'} onAgree={saving.consent} onCancel={saving.cancel} />
      <EdgeDialog open={saving.asking === 'edge'} onAgree={saving.acknowledge} onCancel={saving.cancel} />
    </>
  )
}
