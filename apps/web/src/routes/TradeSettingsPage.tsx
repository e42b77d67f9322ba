import { useLingui } from '@lingui/react/macro'
import { TradingScreenGuard } from '../features/account/TradingScreenGuard.tsx'
import { EdgePanel } from '../features/edge/EdgePanel.tsx'
import { SettingsPage } from '../features/site/SettingsPage.tsx'
import { TradeSettings } from '../features/trade-settings/TradeSettings.tsx'

export function TradeSettingsPage() {
  const { t } = useLingui()
  return (
    <SettingsPage
      title={t`Trade Settings`}
      lead={t`What may be traded in your account, how much, and when trading stops.`}
      wide
    >
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
