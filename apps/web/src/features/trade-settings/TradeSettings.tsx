import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { errorDetail } from '../../messages/error-detail.ts'
import { Card } from '../../ui/Card.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { SecondFactorOffer } from '../security/SecondFactorOffer.tsx'
import { tradeSettingsQuery } from './queries.ts'
import { RiskForm } from './RiskForm.tsx'
import { StrategyForm } from './StrategyForm.tsx'

export function TradeSettings() {
  const { t } = useLingui()
  const settings = useQuery(tradeSettingsQuery)
  if (settings.data !== undefined)
    return (
      <>
        <SecondFactorOffer
          armed={settings.data.consentGiven && settings.data.strategies.some((row) => row.auto_execute)}
          className="mb-6"
        />
        <StrategyForm settings={settings.data} />
        <RiskForm
          risk={settings.data.risk}
          pending={settings.data.pending}
          ownTrades={settings.data.own_trades}
          parallel={settings.data.parallel_trades}
          timeFilter={settings.data.time_filter}
        />
      </>
    )
  return (
    <Card>
      {settings.isError ? (
        <ErrorState
          title={t`Couldn’t load your trade settings`}
          hint={errorDetail(settings.error)}
          onRetry={() => void settings.refetch()}
        />
      ) : (
        <LoadingState label={t`Loading...`} className="min-h-64" />
      )}
    </Card>
  )
}
