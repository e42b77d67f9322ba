import { Trans, useLingui } from '@lingui/react/macro'
import { INDEX_SYMBOLS, type IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import { nearestExpiry } from '@strikewise/domain/instruments/expiries.ts'
import { istInstant } from '@strikewise/domain/time/ist.ts'
import type { Me } from '@strikewise/wire/account.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useActiveTrades } from '../features/active-trades/useActiveTrades.ts'
import { ContractPanelHost } from '../features/contract-panel/ContractPanelHost.tsx'
import { INDEX_NAMES } from '../features/market-chart/index-names.ts'
import { FeedStaleNotice } from '../features/market-status/FeedStaleNotice.tsx'
import { useChainIndex } from '../features/option-chain/useChainIndex.ts'
import { WholeChain } from '../features/option-chain/WholeChain.tsx'
import { SettingsPage } from '../features/site/SettingsPage.tsx'
import { TicketHost } from '../features/ticket/TicketHost.tsx'
import { FeedProvider, LiveFigures } from '../lib/feed.tsx'
import { istDay } from '../lib/ist-format.ts'
import { canNow } from '../lib/plan-access.ts'
import { meQuery } from '../lib/queries.ts'
import { useMarketToday } from '../lib/server-clock.ts'
import { errorDetail } from '../messages/error-detail.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { Segments } from '../ui/Segments.tsx'
import { ErrorState, LoadingState, LockedState } from '../ui/states.tsx'

/** /option-chain: every strike of an index with open interest, greeks and volume; a contract opens its panel. */
export function OptionChainPage() {
  const { t } = useLingui()
  const [symbol, setSymbol] = useChainIndex()
  const expiry = istDay(istInstant(nearestExpiry(symbol, useMarketToday()), 12))
  const { data: me, isError, error, refetch } = useQuery(meQuery)
  const isOpen = me !== undefined && canNow(me, 'see_option_chain')
  return (
    <SettingsPage
      title={t`Option chain`}
      lead={t`Every strike of the nearest expiry, ${expiry}. Press a contract for its figures, payoff and ticket.`}
      full
      aside={
        isOpen && (
          <Segments
            label={t`Index`}
            value={symbol}
            options={INDEX_SYMBOLS.map((value) => ({ value, label: INDEX_NAMES[value] }))}
            onChange={setSymbol}
          />
        )
      }
    >
      <Card>
        {isOpen ? (
          <OpenChain symbol={symbol} me={me} />
        ) : me !== undefined ? (
          <LockedState
            title={t`Option Chain Access Restricted`}
            hint={t`The live option chain is part of Pro, Elite and Master.`}
            action={
              <Link to="/pricing" className={buttonClass('primary', 'sm')}>
                <Trans>Upgrade Now</Trans>
              </Link>
            }
          />
        ) : isError ? (
          <ErrorState title={t`Couldn’t load your account`} hint={errorDetail(error)} onRetry={() => void refetch()} />
        ) : (
          <LoadingState label={t`Checking your plan...`} />
        )}
      </Card>
    </SettingsPage>
  )
}

function OpenChain({ symbol, me }: { symbol: IndexSymbol; me: Me }) {
  const live = useActiveTrades(me.uid)
  return (
    <FeedProvider delayMs={me.entitlements.delay_seconds * 1000}>
      <FeedStaleNotice />
      <LiveFigures>
        <WholeChain key={symbol} symbol={symbol} live={live} />
      </LiveFigures>
      <ContractPanelHost />
      <TicketHost />
    </FeedProvider>
  )
}
