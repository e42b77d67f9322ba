import { Trans, useLingui } from '@lingui/react/macro'
import { PLAN_CARDS } from '@strikewise/plans/catalogue.ts'
import type { Me } from '@strikewise/wire/account.ts'
import { Link, useNavigate } from '@tanstack/react-router'
import { BellRing, ChartNoAxesColumn, Check, LogOut, Send, SlidersHorizontal, UserRound, Wrench } from 'lucide-react'
import type { ReactNode } from 'react'
import { epochOf, istDay } from '../../lib/ist-format.ts'
import { signOut } from '../../lib/sign-out.ts'
import { buttonClass } from '../../ui/Button.tsx'
import { Menu, MenuItem, MenuLink, MenuSeparator } from '../../ui/Menu.tsx'
import { planLabel } from '../../messages/plan-labels.ts'
import { PlanText } from '../plans/PlanText.tsx'
import { toast } from '../../ui/toasts.tsx'
import { ActiveUntil } from './ActiveUntil.tsx'
import type { OpenedMenuProps } from './UserMenu.tsx'

interface UserMenuListProps extends OpenedMenuProps {
  children?: ReactNode
}

/** Plan card and the way to the account screens; `children` are items of the screen it stands on. */
export function UserMenuList({ trigger, me, children }: UserMenuListProps) {
  const { t } = useLingui()
  const navigate = useNavigate()
  const logout = () => {
    signOut('/').then(
      async () => navigate({ to: '/', replace: true }),
      () => toast.error(t`You are still logged in: the server did not answer. Try again.`),
    )
  }
  return (
    <Menu trigger={trigger} head={<PlanCard me={me} />}>
      <MenuLink render={<Link to="/profile" />}>
        <UserRound aria-hidden="true" />
        <Trans>Profile</Trans>
      </MenuLink>
      <MenuLink render={<Link to="/trade-settings" />}>
        <SlidersHorizontal aria-hidden="true" />
        <Trans>Trade Settings</Trans>
      </MenuLink>
      <MenuLink render={<Link to="/alerts" />}>
        <BellRing aria-hidden="true" />
        <Trans>Alerts</Trans>
      </MenuLink>
      <MenuLink render={<Link to="/telegram-setup" />}>
        <Send aria-hidden="true" />
        <Trans>Telegram Integration</Trans>
      </MenuLink>
      <MenuLink render={<Link to="/reports" />}>
        <ChartNoAxesColumn aria-hidden="true" />
        <Trans>Reports</Trans>
      </MenuLink>
      {me.operator && (
        <MenuLink render={<Link to="/operator" />}>
          <Wrench aria-hidden="true" />
          <Trans>Operator</Trans>
        </MenuLink>
      )}
      {children}
      <MenuSeparator />
      <MenuItem onClick={logout}>
        <LogOut aria-hidden="true" />
        <Trans>Logout</Trans>
      </MenuItem>
    </Menu>
  )
}

function PlanCard({ me }: { me: Me }) {
  const { t } = useLingui()
  // A record without a plan shows what starter holds: these are its rights.
  const card = PLAN_CARDS[me.plan ?? 'starter']
  const expiry = epochOf(me.plan_expiry)
  const day = expiry === undefined ? undefined : istDay(expiry)
  const plan = planLabel(me.plan ?? 'free')
  return (
    <div className="mb-1.5 rounded-md border bg-sunken p-3">
      <p className="truncate text-xs text-ink-3">{me.email}</p>
      <p className="mt-1.5 flex items-baseline justify-between gap-2">
        <span className="font-semibold">
          <Trans>{plan} plan</Trans>
        </span>
        <span className="text-xs text-ink-3">{day === undefined ? t`no expiry` : t`until ${day}`}</span>
      </p>
      {/* Where the header has no room for it. */}
      <p className="lg:hidden">
        <ActiveUntil expiry={me.plan_expiry} />
      </p>
      <ul className="mt-2 space-y-1">
        {card.bullets.slice(0, 4).map(({ text }) => (
          <li key={text.code} className="flex gap-2 text-xs text-ink-2">
            <Check aria-hidden="true" className="mt-0.5 size-3 shrink-0 text-up" />
            <PlanText of={text} />
          </li>
        ))}
      </ul>
      <Link to="/plans" className={buttonClass('primary', 'sm', 'mt-3 w-full')}>
        <Trans>Upgrade Plan</Trans>
      </Link>
    </div>
  )
}
