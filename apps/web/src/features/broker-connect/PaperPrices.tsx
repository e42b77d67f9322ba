import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import type { PaperData } from '@strikewise/domain/trading/paper-data.ts'
import { useQuery } from '@tanstack/react-query'
import { configQuery } from '../../lib/queries.ts'

const TEXTS = {
  live: msg`Paper orders are filled at live market prices, from the feed that the signals are made from.`,
  simulated: msg`Paper orders are filled at simulated prices: this installation runs a simulated market, and the signals are made from it too.`,
  off: msg`Paper trading is off: this service has no prices for it, so no paper account can be opened or armed. Paper accounts opened earlier trade nothing.`,
} satisfies Record<PaperData, MessageDescriptor>

/** What paper trading is priced with in this installation, and why. */
export function PaperPrices() {
  const { t } = useLingui()
  const { data } = useQuery(configQuery)
  return data === undefined ? null : <p className="text-sm text-ink-2">{t(TEXTS[data.paper_data])}</p>
}
