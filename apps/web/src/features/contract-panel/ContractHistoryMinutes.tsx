import { Trans, useLingui } from '@lingui/react/macro'
import { formatLakh } from '@strikewise/domain/money/format.ts'
import type { EpochMs, IstDate } from '@strikewise/domain/time/ist.ts'
import type { ContractHistoryMinutes as Reply } from '@strikewise/wire/contract-history.ts'
import { useQuery } from '@tanstack/react-query'
import { rupeesText } from '../../lib/format.ts'
import { istMinute, shortDay } from '../../lib/ist-format.ts'
import { errorDetail } from '../../messages/error-detail.ts'
import { NotRefreshed } from '../../ui/NotRefreshed.tsx'
import { ErrorState, LoadingState } from '../../ui/states.tsx'
import { contractHistoryMinutesQuery, type ContractTerms } from './queries.ts'

type Minute = NonNullable<Reply['minutes']>[number]

interface ContractHistoryMinutesProps {
  contract: ContractTerms
  name: string
  date: IstDate
}

/** Open interest and price of an option through one past session. */
export function ContractHistoryMinutes({ contract, name, date }: ContractHistoryMinutesProps) {
  const { t } = useLingui()
  const query = useQuery(contractHistoryMinutesQuery(contract, date))
  const { data, error } = query
  const day = shortDay(date)
  if (data === undefined && error !== null)
    return (
      <ErrorState
        line
        title={t`Couldn’t load the minutes of ${day}`}
        hint={errorDetail(error)}
        onRetry={() => void query.refetch()}
      />
    )
  if (data === undefined || (data.minutes === null && data.isAwaited))
    return <LoadingState line label={t`Loading...`} />
  const minutes = data.minutes ?? []
  const interest = seriesOf(minutes, ({ open_interest: units }) => units)
  const price = seriesOf(minutes, (minute) => minute.price)
  return (
    <>
      <NotRefreshed query={query} />
      {interest.length === 0 && price.length === 0 ? (
        <p className="px-4 pt-2 text-xs text-ink-3">
          <Trans>The minutes of {day} are not available.</Trans>
        </p>
      ) : (
        <div className="grid gap-2 px-4 pt-3">
          <Line
            series={interest}
            title={t`Open interest, ${day}`}
            subject={name}
            text={formatLakh}
            colour="stroke-accent"
          />
          <Line series={price} title={t`Price, ${day}`} subject={name} text={rupeesText} colour="stroke-ink-2" />
        </div>
      )}
    </>
  )
}

interface Point {
  readonly time: number
  readonly value: number
}

function seriesOf(minutes: readonly Minute[], figure: (minute: Minute) => number | null): Point[] {
  return minutes.flatMap((minute) => {
    const value = figure(minute)
    return value === null ? [] : [{ time: minute.time, value }]
  })
}

const [WIDTH, HEIGHT] = [300, 80]

interface LineProps {
  series: readonly Point[]
  title: string
  subject: string
  text: (value: number) => string
  colour: string
}

/** One figure through the session: where it began, ended, and between what it was. */
function Line({ series, title, subject, text, colour }: LineProps) {
  const { t } = useLingui()
  const [first, last] = [series[0], series.at(-1)]
  if (first === undefined || last === undefined) return null
  const values = series.map(({ value }) => value)
  const [least, most] = [Math.min(...values), Math.max(...values)]
  const x = (time: number) => ((time - first.time) / (last.time - first.time || 1)) * WIDTH
  const y = (value: number) => HEIGHT - ((value - least) / (most - least || 1)) * HEIGHT
  const points = series.map(({ time, value }) => `${x(time)},${y(value)}`).join(' ')
  const [from, to] = [istMinute(first.time as EpochMs), istMinute(last.time as EpochMs)]
  const [begin, end, low, high] = [text(first.value), text(last.value), text(least), text(most)]
  return (
    <figure>
      <figcaption className="text-xs text-ink-3">{title}</figcaption>
      <svg
        role="img"
        aria-label={t`${subject} · ${title}: ${begin} at ${from}, ${end} at ${to}, between ${low} and ${high}`}
        viewBox={`0 -4 ${WIDTH} ${HEIGHT + 8}`}
        preserveAspectRatio="none"
        className="mt-1 h-20 w-full"
      >
        <polyline
          points={points}
          fill="none"
          strokeWidth="1.5"
          strokeLinejoin="round"
          vectorEffect="non-scaling-stroke"
          className={colour}
        />
      </svg>
      <p className="mt-1 flex justify-between gap-2 text-xs text-ink-2 tabular-nums">
        <span>
          {from} · {begin}
        </span>
        <span>
          {to} · {end}
        </span>
      </p>
    </figure>
  )
}
