import { Trans, useLingui } from '@lingui/react/macro'
import { formatLakh } from '@strikewise/domain/money/format.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { ContractHistoryDay } from '@strikewise/wire/contract-history.ts'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { priceText } from '../../lib/format.ts'
import { shortDay } from '../../lib/ist-format.ts'
import { useMarketToday } from '../../lib/server-clock.ts'
import { useFeature } from '../../lib/use-feature.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { NotRefreshed } from '../../ui/NotRefreshed.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { signedLakh } from '../option-chain/signed-lakh.ts'
import { ContractHistoryMinutes } from './ContractHistoryMinutes.tsx'
import { contractHistoryQuery, type ContractTerms } from './queries.ts'

/** Sessions that are shown before the others are asked for. */
const SHOWN = 10

interface ContractHistoryProps {
  contract: ContractTerms
  /** What the contract is called in texts. */
  name: string
}

/** What each past session of an option ended with, out of the stored chains. A press on one draws its minutes. */
export function ContractHistory(props: ContractHistoryProps) {
  const isOn = useFeature('contract_history')
  return (
    <section aria-labelledby="contract-history" className="-mx-5 mt-4 border-t pt-3">
      <h3 id="contract-history" className="px-4 pb-2 text-sm font-medium text-ink">
        <Trans>Past sessions</Trans>
      </h3>
      {isOn ? (
        <StoredSessions {...props} />
      ) : (
        <Note>
          <Trans>Past sessions are switched off at the moment. The figures of today are not affected.</Trans>
        </Note>
      )}
    </section>
  )
}

function StoredSessions({ contract, name }: ContractHistoryProps) {
  const { t } = useLingui()
  const query = useQuery(contractHistoryQuery(contract, useMarketToday()))
  const { data, error } = query
  return (
    <>
      <NotRefreshed query={query} />
      {data === undefined ? (
        error === null ? (
          <LoadingState line label={t`Loading...`} />
        ) : (
          <ErrorState
            line
            title={t`Couldn’t load past sessions`}
            hint={errorDetail(error)}
            onRetry={() => void query.refetch()}
          />
        )
      ) : data.days === null ? (
        data.isAwaited ? (
          <LoadingState line label={t`Loading...`} />
        ) : (
          <Note>
            <Trans>Past sessions are not available: the stored chains could not be read.</Trans>
          </Note>
        )
      ) : data.days.length === 0 ? (
        <Note>
          <Trans>No past session of this contract is stored yet. Sessions are stored after their close.</Trans>
        </Note>
      ) : (
        <Sessions contract={contract} name={name} days={data.days} />
      )}
    </>
  )
}

function Note({ children }: { children: React.ReactNode }) {
  return <p className="px-4 text-xs text-ink-3">{children}</p>
}

function Sessions({ contract, name, days }: ContractHistoryProps & { days: readonly ContractHistoryDay[] }) {
  const { t } = useLingui()
  const [all, setAll] = useState(false)
  const [chosen, setChosen] = useState<IstDate>()
  const count = days.length
  return (
    <>
      <TableFrame label={t`Past sessions, newest first`}>
        <Table>
          <thead>
            <tr>
              <Th>
                <Trans>Session</Trans>
              </Th>
              <Th align="end">
                <Trans>Closing price</Trans>
              </Th>
              <Th align="end">
                <Trans>OI, lakh</Trans>
              </Th>
              <Th align="end">
                <Trans>OI chg</Trans>
              </Th>
            </tr>
          </thead>
          <tbody>
            {(all ? days : days.slice(0, SHOWN)).map((day) => (
              <SessionRow
                key={day.date}
                day={day}
                isChosen={day.date === chosen}
                onPress={() => setChosen(day.date === chosen ? undefined : day.date)}
              />
            ))}
          </tbody>
        </Table>
      </TableFrame>
      {!all && count > SHOWN && (
        <Button tone="quiet" size="sm" className="mx-4 mt-1.5" onClick={() => setAll(true)}>
          <Trans>Show all {count} sessions</Trans>
        </Button>
      )}
      {chosen !== undefined && <ContractHistoryMinutes contract={contract} name={name} date={chosen} />}
      <p className="px-4 pt-1.5 text-xs text-ink-3">
        <Trans>
          OI chg: against the end of the session before. A dash: that session is not stored. Press a session for its
          minutes.
        </Trans>
      </p>
    </>
  )
}

interface SessionRowProps {
  day: ContractHistoryDay
  isChosen: boolean
  onPress: () => void
}

function SessionRow({
  day: { date, close, open_interest: interest, oi_change: change },
  isChosen,
  onPress,
}: SessionRowProps) {
  return (
    <tr className={cx(isChosen && 'bg-accent-soft')}>
      <Td>
        <button
          type="button"
          aria-expanded={isChosen}
          className="rounded-sm text-accent-text underline underline-offset-2 touch:min-h-11"
          onClick={onPress}
        >
          {shortDay(date)}
        </button>
      </Td>
      <Td align="end">{close === null ? '–' : priceText(close)}</Td>
      <Td align="end">{interest === null ? '–' : formatLakh(interest)}</Td>
      <Td align="end">{change === null ? '–' : signedLakh(change)}</Td>
    </tr>
  )
}
