import { useLingui } from '@lingui/react/macro'
import type { IndexSymbol } from '@strikewise/domain/instruments/contract.ts'
import type { Me } from '@strikewise/wire/account.ts'
import { useMemo } from 'react'
import type { LiveTrades } from '../../features/active-trades/trade-connection.ts'
import { DecisionLine } from '../../features/decision/DecisionLine.tsx'
import { holdingOf } from '../../features/position/position.ts'
import { useTradeEnds } from '../../features/position/useTradeEnds.ts'
import { useStore, type Store } from '../../lib/store.ts'
import { Card } from '../../ui/Card.tsx'

interface VerdictCardProps {
  me: Me
  live: Store<LiveTrades>
  symbol: IndexSymbol
}

/** The newest decision of an index, or what would end the trade that is held in it. */
export function VerdictCard({ me, live, symbol }: VerdictCardProps) {
  const { t } = useLingui()
  const held = useStore(live, ({ trades }) => trades?.find((trade) => trade.symbol === symbol))
  const squareOff = useTradeEnds(me.uid, held)?.squareOff
  const holding = useMemo(() => (held === undefined ? undefined : holdingOf(held, squareOff)), [held, squareOff])
  return (
    <Card aria-label={t`Verdict`}>
      <DecisionLine symbol={symbol} holding={holding} locked={me.day_lock !== null} />
    </Card>
  )
}
