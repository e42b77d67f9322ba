import { useLingui } from '@lingui/react/macro'
import { TradingScreenGuard } from '../features/account/TradingScreenGuard.tsx'
import { EdgePanel } from '../features/edge/EdgePanel.tsx'
import { SettingsPage } from '../features/site/SettingsPage.tsx'
import { TradeSettings } from '../features/trade-settings/TradeSettings.tsx'

export function TradeSettingsPage() {
  const { t } = useLingui()
  return (
    <SettingsPage title={t`Trade Settings`} lead={t`What we may trade, how much, and when we stop.`} wide>
      <TradingScreenGuard paperToo>
        {() => (
          <>
            <EdgePanel modes={['live', 'paper']} className="mb-6" />
            <TradeSettings />
          </>
        )}
      </TradingScreenGuard>
    </SettingsPage>
  )
}
