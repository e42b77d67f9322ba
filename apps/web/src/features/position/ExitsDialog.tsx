import { Trans, useLingui } from '@lingui/react/macro'
import type { ShownTradeRow } from '@strikewise/wire/trades.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import type { ExitsUnderWay } from './act-request.ts'
import { ExitProgress } from './ExitProgress.tsx'
import { contractOf } from './position.ts'

interface ExitsDialogProps extends ExitsUnderWay {
  /** The trades that hold a position: a row leaves once the broker’s books show none. Undefined until they are known. */
  trades: readonly ShownTradeRow[] | undefined
  onClose: () => void
}

/** After all trades were asked to exit: what the broker answers, until no row is left. */
export function ExitsDialog({ trades, isEntering, onClose }: ExitsDialogProps) {
  const { t } = useLingui()
  const isFlat = trades?.length === 0 && !isEntering
  return (
    <Dialog
      open
      onClose={onClose}
      title={isFlat ? t`All flat` : t`Exiting all trades`}
      actions={
        <Button tone="secondary" onClick={onClose}>
          <Trans>Close</Trans>
        </Button>
      }
    >
      <p>
        <Trans>New entries are paused.</Trans>
      </p>
      {trades !== undefined && trades.length > 0 && (
        <ul aria-label={t`Trades to exit`} className="mt-3 divide-y rounded-md border px-3">
          {trades.map((trade) => (
            <li key={trade.trade_id} className="py-1.5">
              <span className="font-medium text-ink">{contractOf(trade)}</span>
              <ExitProgress trade={trade} />
            </li>
          ))}
        </ul>
      )}
      {isEntering && (
        <p className="mt-2 text-sm">
          <Trans>An entry order was under way. Anything it still buys is sold.</Trans>
        </p>
      )}
      {isFlat && (
        <p role="status" className="mt-2">
          <Trans>The broker confirms that no trade holds a position.</Trans>
        </p>
      )}
    </Dialog>
  )
}
