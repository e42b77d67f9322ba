import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { RouteName } from '@strikewise/wire/routes.ts'
import type { ReactNode } from 'react'
import { useSession } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'

/** What an act does in an account. */
const EFFECTS: Readonly<Partial<Record<RouteName, MessageDescriptor>>> = {
  exitTrade: msg`In your account this sells the whole position at a limit price that follows the market. The screen calls the trade closed once the broker’s positions show it.`,
  reduceTrade: msg`In your account this sells the chosen lots and fits the stop-loss order to what is left.`,
  raiseStop: msg`In your account this raises the trigger of the stop-loss order at the exchange. It is never lowered.`,
  lowerTarget: msg`In your account this lowers the price at which the position is sold with a profit.`,
  exitAll: msg`In your account this pauses entries and sells every open position at a limit price that follows the market.`,
  setStop: msg`In your account this pauses new entries at once, or allows them again. Open trades keep their stop-loss orders.`,
  sendTicket: msg`In your account this runs the checks before an order, then sends one limit order and places a stop-loss order at the exchange.`,
}

/** Explains that an act of the recorded day was not carried out, and what it does in an account. */
export function ActNotice({ act, onClose }: { act: RouteName; onClose: () => void }) {
  const { t } = useLingui()
  const effect = EFFECTS[act]
  return (
    <RecordedNotice title={t`Nothing was sent: this is a recorded day`} onClose={onClose}>
      <p>{effect === undefined ? t`In your account this takes effect at once.` : t(effect)}</p>
    </RecordedNotice>
  )
}

/** Explains that a screen is not part of the recorded day. */
export function ScreenNotice({ children, onClose }: { children?: ReactNode; onClose: () => void }) {
  const { t } = useLingui()
  return (
    <RecordedNotice title={t`This screen is not part of the recorded day`} onClose={onClose}>
      <p>
        <Trans>The recording holds the dashboard of one day. In your account this opens a screen of its own.</Trans>
      </p>
      {children}
    </RecordedNotice>
  )
}

interface RecordedNoticeProps {
  title: string
  children: ReactNode
  onClose: () => void
}

function RecordedNotice({ title, children, onClose }: RecordedNoticeProps) {
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      actions={
        <>
          <Button tone="secondary" onClick={onClose}>
            <Trans>Back to the recorded day</Trans>
          </Button>
          <AccountLink />
        </>
      }
    >
      {children}
    </Dialog>
  )
}

/** To an account of one's own; of who has one to its dashboard. `shape`: a button of a size, or part of a line of text. */
export function AccountLink({ shape = 'md' }: { shape?: 'sm' | 'md' | 'text' }) {
  const { status } = useSession()
  const className = shape === 'text' ? 'font-semibold underline underline-offset-2' : buttonClass('primary', shape)
  return status === 'in' ? (
    <a href="/dashboard" className={className}>
      <Trans>Your dashboard</Trans>
    </a>
  ) : (
    <a href="/signup" className={className}>
      <Trans>Create account</Trans>
    </a>
  )
}
