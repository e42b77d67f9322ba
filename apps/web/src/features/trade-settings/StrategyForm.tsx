import { Trans, useLingui } from '@lingui/react/macro'
import { ADVISED_BUFFER_PCT, estimateTotal } from '@strikewise/domain/trading/fund-estimate.ts'
import type { TradeSettingsReply } from '@strikewise/wire/account.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { api } from '../../lib/api.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { wholeRupeesText } from '../../lib/format.ts'
import { meQuery } from '../../lib/queries.ts'
import { Button } from '../../ui/Button.tsx'
import { Card } from '../../ui/Card.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ConsentDialog } from './ConsentDialog.tsx'
import { draftOf, entryOf, isInvalid, rowErrors, type DraftRow } from './draft.ts'
import { EdgeDialog } from './EdgeDialog.tsx'
import { LiveEdgeNotice } from './LiveEdgeNotice.tsx'
import { tradeSettingsQuery } from './queries.ts'
import { StrategyRow } from './StrategyRow.tsx'

/** One row a symbol, the fund estimate, and saving with consent. */
export function StrategyForm({ settings }: { settings: TradeSettingsReply }) {
  const { t } = useLingui()
  const queries = useQueryClient()
  const [rows, setRows] = useState<readonly DraftRow[]>(() => draftOf(settings))
  const [asking, setAsking] = useState<'consent' | 'edge' | undefined>(undefined)
  const elements = useRef<(HTMLElement | null)[]>([])
  const errors = rows.map(rowErrors)
  const arms = rows.some((row) => row.autoExecute)
  const firstInvalid = errors.findIndex(isInvalid)

  const save = useMutation({
    mutationFn: (agreed: { consentGiven: boolean; edge_acknowledgement?: string }) =>
      api.call('saveTradeSettings', { body: { strategies: rows.map(entryOf), ...agreed } }),
    onSuccess: async (saved) => {
      queries.setQueryData(tradeSettingsQuery.queryKey, saved)
      await queries.invalidateQueries({ queryKey: meQuery.queryKey })
      toast.success(t`Trade settings saved.`)
    },
  })

  const press = () => {
    if (firstInvalid !== -1) {
      elements.current[firstInvalid]?.scrollIntoView({ behavior: 'smooth', block: 'center' })
      return
    }
    if (!settings.consentGiven && arms) setAsking('consent')
    else agreed(settings.consentGiven)
  }

  /** Consent is settled; a live account that is to be armed may take a sentence too. */
  const agreed = (consentGiven: boolean) => {
    if (arms && settings.live_edge === 'unacknowledged') setAsking('edge')
    else save.mutate({ consentGiven })
  }

  const total = estimateTotal(rows.map((row) => ({ symbol: row.symbol, lots: Number(row.lots) }))) / 100
  const { from, to } = ADVISED_BUFFER_PCT
  const least = wholeRupeesText(total * (1 + from / 100))
  const most = wholeRupeesText(total * (1 + to / 100))
  const reason = errorDetail(save.error)
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
            onChange={(changed) => setRows(rows.map((other) => (other.symbol === row.symbol ? changed : other)))}
            rowRef={(element) => {
              elements.current[i] = element
            }}
          />
        ))}
        <div className="flex flex-wrap items-center justify-between gap-4 bg-sunken/60 p-5">
          <div>
            <p className="text-sm text-ink-3">
              <Trans>Grand total</Trans>{' '}
              <span className="ml-1 text-lg font-semibold text-ink">{wholeRupeesText(total)}</span>
            </p>
            <p className="text-sm text-ink-3">
              <Trans>
                Keep a buffer of {from}–{to}% on top: {least} to {most}.
              </Trans>
            </p>
          </div>
          <Button
            busy={save.isPending}
            // Not `disabled`: a press must still lead to the row that is wrong.
            aria-disabled={firstInvalid !== -1}
            onClick={press}
          >
            <Trans>Save</Trans>
          </Button>
        </div>
      </Card>
      {save.isError && (
        <Notice tone="down" role="alert" className="mt-4">
          <Trans>The settings were not saved: {reason}</Trans>
        </Notice>
      )}
      <ConsentDialog
        open={asking === 'consent'}
        onAgree={() => {
          setAsking(undefined)
          agreed(true)
        }}
        onCancel={() => setAsking(undefined)}
      />
      <EdgeDialog
        open={asking === 'edge'}
        onAgree={(sentence) => {
          setAsking(undefined)
          save.mutate({ consentGiven: true, edge_acknowledgement: sentence })
        }}
        onCancel={() => setAsking(undefined)}
      />
    </>
  )
}
