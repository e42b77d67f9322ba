import { plural } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { LOSING_STREAK } from '@strikewise/domain/trading/account-limits.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { Me } from '@strikewise/wire/account.ts'
import { Link } from '@tanstack/react-router'
import { wholeRupeesText } from '../../lib/format.ts'
import { istDay, istMinute, wireTime } from '../../lib/ist-format.ts'
import { endedPlanOf, canTrade } from '../../lib/plan-access.ts'
import { planLabel } from '../../messages/plan-labels.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { LoginEnd } from '../../ui/LoginEnd.tsx'

/** What the account's owner must know before reading the rest: kill switches, an ended plan, a token of yesterday. */
export function AccountNotices({ me }: { me: Me }) {
  const { t } = useLingui()
  const ended = endedPlanOf(me)
  const trades = canTrade(me)
  return (
    <>
      {me.stop.global && (
        <Notice tone="down" role="alert" title={t`The operator has stopped all new entries`}>
          <Trans>Open positions keep their protective stops and exits.</Trans>
        </Notice>
      )}
      {trades && me.day_lock !== null && <DayLocked lock={me.day_lock} />}
      {ended !== undefined && <PlanEnded ended={ended} />}
      {trades && me.zerodha.connected && me.zerodha.token_stale && (
        <Notice
          tone="warn"
          role="status"
          title={t`Your broker login has expired`}
          action={
            <Link to="/connect-zerodha" className={buttonClass('secondary', 'sm')}>
              <Trans>Log in again</Trans>
            </Link>
          }
        >
          <Trans>
            Tokens last until <LoginEnd />. Generate a new one before 9:00 AM so that entries can be made today.
          </Trans>
        </Notice>
      )}
    </>
  )
}

function DayLocked({ lock }: { lock: NonNullable<Me['day_lock']> }) {
  const { t } = useLingui()
  const at = wireTime(lock.at)
  const losingStreakTitle = (losses: number) =>
    t`${plural(losses, {
      3: 'Three losing trades in a row: no more entries today',
      one: '# losing trade: no more entries today',
      other: '# losing trades in a row: no more entries today',
    })}`
  switch (lock.reason) {
    case 'loss_cap':
      return (
        <Notice tone="down" role="alert" title={t`Daily loss limit reached: no more entries today`}>
          <Trans>Reached at {at}. Open positions are sold. Entries can be made again in the next session.</Trans>
        </Notice>
      )
    case 'profit_lock': {
      const { peak = 0, floor = 0 } = lock
      const [reached, floorText] = [wholeRupeesText(peak), wholeRupeesText(floor)]
      return (
        <Notice tone="warn" role="alert" title={t`Profit lock reached: no more entries today`}>
          <Trans>
            The day’s profit reached {reached} and fell back to {floorText}. Locked at {at}. Open positions are sold.
            Entries can be made again in the next session.
          </Trans>
        </Notice>
      )
    }
    case 'losing_streak':
      return (
        <Notice tone="down" role="alert" title={losingStreakTitle(lock.losses ?? LOSING_STREAK)}>
          <Trans>
            Locked at {at}. Open positions keep their stops and exits. Entries can be made again in the next session.
          </Trans>
        </Notice>
      )
    case 'invariant_broken':
      return (
        <Notice tone="down" role="alert" title={t`Your account and the broker’s books differ: no more entries today`}>
          <Trans>Locked at {at}. Exits go on. Compare your positions at your broker, and write to support.</Trans>
        </Notice>
      )
  }
}

function PlanEnded({ ended }: { ended: NonNullable<ReturnType<typeof endedPlanOf>> }) {
  const { t } = useLingui()
  const plan = planLabel(ended.plan)
  return (
    <Notice
      tone="warn"
      role="status"
      title={t`Your ${plan} plan has expired`}
      action={
        <Link to="/plans" className={buttonClass('primary', 'sm')}>
          <Trans>Renew</Trans>
        </Link>
      }
    >
      {ended.at === null ? <Trans>It has no end date.</Trans> : <EndedOn at={ended.at} />}{' '}
      <Trans>You see what Starter shows. Open positions keep their exits; there are no new entries.</Trans>
    </Notice>
  )
}

function EndedOn({ at }: { at: EpochMs }) {
  const [day, time] = [istDay(at), istMinute(at)]
  return (
    <Trans>
      It ended on {day} at {time} IST.
    </Trans>
  )
}
