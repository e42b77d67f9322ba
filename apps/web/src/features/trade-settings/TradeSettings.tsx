import { useQuery } from '@tanstack/react-query'
import { Card } from '../../ui/Card.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { tradeSettingsQuery } from './queries.ts'
import { RiskForm } from './RiskForm.tsx'
import { StrategyForm } from './StrategyForm.tsx'

export function TradeSettings() {
  const settings = useQuery(tradeSettingsQuery)
  if (settings.data !== undefined)
    return (
      <>
        <StrategyForm settings={settings.data} />
        <RiskForm risk={settings.data.risk} parallel={settings.data.parallel_trades} />
      </>
    )
  return (
    <Card>
      {settings.isError ? (
        <ErrorState
          title="Your trade settings could not be read"
          hint={settings.error.message}
          onRetry={() => void settings.refetch()}
        />
      ) : (
        <LoadingState label="Loading..." className="min-h-64" />
      )}
    </Card>
  )
}
