import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { buttonClass } from '../../ui/Button.tsx'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { ErrorState, LoadingState, LockedState } from '../../ui/states.tsx'
import { OptionChainTable } from './OptionChainTable.tsx'
import { optionChainQuery } from './queries.ts'

/** 'Nifty Option Chain'. Everybody sees the panel; what it shows depends on the plan. */
export function OptionChainPanel({ locked }: { locked: boolean }) {
  return (
    <Card aria-labelledby="option-chain">
      <CardHeader id="option-chain" title="Nifty Option Chain" note={locked ? undefined : 'OI in lakhs'} />
      {locked ? (
        <LockedState
          title="Option Chain Access Restricted"
          hint="The live option chain is part of Pro, Elite and Master."
          action={
            <Link to="/pricing" className={buttonClass('primary', 'sm')}>
              Upgrade Now
            </Link>
          }
        />
      ) : (
        <LiveChain />
      )}
    </Card>
  )
}

function LiveChain() {
  const { data: rows } = useQuery(optionChainQuery)
  // The figures, eleven rows of 2 rem and the head: the frame does not move when the table arrives.
  if (rows === undefined) return <LoadingState label="Loading..." className="min-h-140 sm:min-h-126" />
  if (rows.length === 0)
    return (
      <ErrorState
        title="Option chain data unavailable"
        hint="It returns by itself as soon as the market data does."
        className="min-h-140 sm:min-h-126"
      />
    )
  return <OptionChainTable rows={rows} />
}
