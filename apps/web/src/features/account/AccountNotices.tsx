import type { Me } from '@strikewise/wire/account.ts'
import { Link } from '@tanstack/react-router'
import { istDay, istMinute } from '../../lib/ist-format.ts'
import { endedPlanOf, mayTrade } from '../../lib/plan-access.ts'
import { PLAN_LABELS } from '../../lib/plan-label.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'

/** What the account's owner must know before reading the rest: stop switches, an ended plan, a token of yesterday. */
export function AccountNotices({ me }: { me: Me }) {
  const ended = endedPlanOf(me)
  const trades = mayTrade(me)
  return (
    <>
      {me.stop.global && (
        <Notice tone="down" role="alert" title="The operator has stopped all new entries">
          Open positions keep their protective stops and exits.
        </Notice>
      )}
      {me.stop.user && (
        <Notice tone="warn" role="status" title="You have stopped new entries">
          Open positions keep their protective stops and exits. Press ‘Resume entries’ to go on.
        </Notice>
      )}
      {ended !== undefined && (
        <Notice
          tone="warn"
          role="status"
          title={`Your ${PLAN_LABELS[ended.plan]} plan has expired`}
          action={
            <Link to="/plans" className={buttonClass('primary', 'sm')}>
              Renew
            </Link>
          }
        >
          {ended.at === null ? 'It has no end date.' : `It ended on ${istDay(ended.at)} at ${istMinute(ended.at)} IST.`}{' '}
          You see what Starter shows. Open positions keep their exits; there are no new entries.
        </Notice>
      )}
      {trades && me.zerodha.connected && me.zerodha.token_stale && (
        <Notice
          tone="warn"
          role="status"
          title="Your broker login is from an earlier day"
          action={
            <Link to="/connect-zerodha" className={buttonClass('secondary', 'sm')}>
              Log in again
            </Link>
          }
        >
          Tokens last until 6:00 AM. Generate a new one before 9:00 AM so that entries can be made today.
        </Notice>
      )}
    </>
  )
}
