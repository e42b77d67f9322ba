import { Trans, useLingui } from '@lingui/react/macro'
import { plural } from '@lingui/core/macro'
import { daysRemaining } from '@strikewise/plans/billing.ts'
import type { Me } from '@strikewise/wire/account.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { broker } from '../../lib/broker.ts'
import { epochOf, istMinute } from '../../lib/ist-format.ts'
import { configQuery } from '../../lib/queries.ts'
import { canTrade } from '../../lib/plan-access.ts'
import { useMarketTime } from '../../lib/server-clock.ts'
import { Chip, ChipDot, chipClass, type ChipCondition } from '../../ui/Chip.tsx'
import { cx } from '../../ui/cx.ts'
import { ModeBadge } from '../../ui/ModeBadge.tsx'

interface ChipProps {
  me: Me
  className?: string
}

/** Until when the login at the broker lasts, and the way to log in again. */
export function BrokerChip({ me, className }: ChipProps) {
  const { t } = useLingui()
  const { connected, token_stale, token_expires_at, opened_for_user } = me.zerodha
  const until = epochOf(token_expires_at)
  const minute = until === undefined ? undefined : istMinute(until)
  const name = opened_for_user ? t`Paper account` : broker
  const [condition, text]: [ChipCondition, string] = !connected
    ? [canTrade(me) ? 'late' : 'idle', t`${name}: not connected`]
    : token_stale
      ? ['broken', t`${name} login expired`]
      : ['fine', minute === undefined ? t`${name} connected` : t`${name} until ${minute}`]
  return (
    <Link
      to="/connect-zerodha"
      aria-label={`${t`Connect ${broker}`} (${text})`}
      className={chipClass(condition, className)}
    >
      <ChipDot condition={condition} />
      {text}
    </Link>
  )
}

/** Whether entries are made in the account, while neither its user nor a lock of the day holds them back: those have a switch. */
export function EntriesChip({ me, className }: ChipProps) {
  if (!canTrade(me)) return null
  if (me.stop.global)
    return (
      <Chip condition="broken">
        <Trans>Entries stopped for all</Trans>
      </Chip>
    )
  if (me.stop.user || me.day_lock !== null) return null
  const isArmed = me.trade_settings.consentGiven && me.trade_settings.strategies.some((one) => one.auto_execute)
  const condition = isArmed ? 'fine' : 'idle'
  return (
    <Link to="/trade-settings" className={chipClass(condition, className)}>
      <ChipDot condition={condition} />
      {isArmed ? <Trans>Entries on</Trans> : <Trans>Auto entries off</Trans>}
    </Link>
  )
}

/** Paper or live, as text: the one thing that must never be mistaken. Nothing where a real account would be, and there is none yet. */
export function ModeChip({ me, whole = false }: { me: Me; whole?: boolean }) {
  const { data: config } = useQuery(configQuery)
  const { mode, api_key_set } = me.zerodha
  if (mode === 'live' && !api_key_set) return null
  return (
    <Link to="/connect-zerodha" className={chipClass('fine')}>
      <ModeBadge mode={mode} filled />
      {mode === 'live' ? (
        <Trans>real money</Trans>
      ) : (
        <span className={cx(!whole && 'max-lg:sr-only')}>
          <span>
            <Trans>no real money</Trans>
          </span>
          {config !== undefined && config.paper_data !== 'off' && (
            <span className={cx(!whole && 'max-[1440px]:sr-only')}>
              {' · '}
              {config.paper_data === 'live' ? <Trans>live prices</Trans> : <Trans>simulated prices</Trans>}
            </span>
          )}
        </span>
      )}
    </Link>
  )
}

/** Days before the end of a plan from which the bar shows it. */
const PLAN_NOTICE_DAYS = 7

/** When the plan ends, in its last days alone. */
export function PlanChip({ me, className }: ChipProps) {
  const { t } = useLingui()
  const at = epochOf(me.plan_expiry)
  const days = useMarketTime((now) => (at === undefined || at <= now ? Infinity : daysRemaining(at, now)))
  if (days >= PLAN_NOTICE_DAYS) return null
  return (
    <Link to="/plans" className={chipClass('late', className)}>
      <ChipDot condition="late" />
      {t`${plural(days, { one: 'Plan ends in # day', other: 'Plan ends in # days' })}`}
    </Link>
  )
}
