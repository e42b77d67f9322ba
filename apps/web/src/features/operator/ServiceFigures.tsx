import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { SESSION_FIGURES, type ServiceFigure } from '@strikewise/wire/service-health.ts'
import { decimalText } from '../../lib/format.ts'
import { FIGURE_NAMES } from './service-names.ts'
import { Badge } from '../../ui/Badge.tsx'
import { useDuration, useMilliseconds } from './spans-of-time.ts'

/** Figures of the whole service, each with its bound. */
export function ServiceFigures({ figures }: { figures: readonly ServiceFigure[] }) {
  const { t } = useLingui()
  const figureName = useFigureName()
  const text = useFigureText()
  return (
    <ul className="divide-y text-sm">
      {figures.map((one) => (
        <li
          key={`${one.figure} ${one.subject}`}
          className="flex flex-wrap items-baseline justify-between gap-x-3 gap-y-1 px-4 py-3 tabular-nums"
        >
          <span>{figureName(one)}</span>
          <span className="flex flex-wrap items-baseline gap-x-3">
            {one.is_beyond && (
              <Badge tone="down">
                <Trans>Beyond its bound</Trans>
              </Badge>
            )}
            <Count of={one} />
            <span className="font-medium">{text(one, one.value)}</span>
            {one.figure !== 'feed_disconnected' && (
              <span className="text-ink-3">
                {one.figure === 'disk_free'
                  ? t`at least ${text(one, one.bound)}`
                  : t({ message: `at most ${text(one, one.bound)}`, context: 'figure' })}
              </span>
            )}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** Of how many the figure is the oldest. */
function Count({ of: { figure, count } }: { of: ServiceFigure }) {
  if (count === null || count === 0) return null
  return (
    <span>
      {figure === 'position_unprotected' ? (
        <Plural value={count} one="# position" other="# positions" />
      ) : figure === 'order_in_doubt' ? (
        <Plural value={count} one="# order" other="# orders" />
      ) : (
        <Plural value={count} one="# message waits" other="# messages wait" />
      )}
    </span>
  )
}

/** The name of a figure with what it is of: 'Last decision, NIFTY'. */
export function useFigureName(): (one: Pick<ServiceFigure, 'figure' | 'subject'>) => string {
  const { t } = useLingui()
  const outboxes: Readonly<Record<string, string>> = {
    outbox: t`Mail`,
    chat_outbox: 'Telegram',
    push_outbox: t`Browser notifications`,
    record_time_stamps: t`Time stamps of the record`,
  }
  return ({ figure, subject }) =>
    [t(FIGURE_NAMES[figure]), ...(subject === null ? [] : [outboxes[subject] ?? subject])].join(', ')
}

function useFigureText(): (one: ServiceFigure, value: number | null) => string {
  const { t } = useLingui()
  const duration = useDuration()
  const milliseconds = useMilliseconds()
  return ({ figure }, value) => {
    if (value === null) return SESSION_FIGURES.has(figure) ? t`Market closed` : t`Not known`
    switch (figure) {
      case 'store_answer':
        return milliseconds(value)
      case 'disk_free':
        return `${decimalText(value, 1)}%`
      case 'feed_disconnected':
        return value === 0 ? t`Connected` : t`Not connected`
      case 'position_unprotected':
      case 'feed_silence':
      case 'decision_age':
      case 'order_in_doubt':
      case 'outbox_oldest':
        return duration(value)
    }
  }
}
