import { TradingScreenGate } from '../features/account/TradingScreenGate.tsx'
import { SettingsPage } from '../features/site/SettingsPage.tsx'
import { TradeSettings } from '../features/trade-settings/TradeSettings.tsx'

export function TradeSettingsPage() {
  return (
    <SettingsPage title="Trade Settings" lead="What may be traded in your account, how much, and where it stops." wide>
      <TradingScreenGate paperToo>{() => <TradeSettings />}</TradingScreenGate>
    </SettingsPage>
  )
}
