import { useLingui } from '@lingui/react/macro'
import type { Me } from '@strikewise/wire/account.ts'
import { ChevronDown } from 'lucide-react'
import type { ReactElement } from 'react'
import { later, type Later } from '../../lib/later.ts'
import { Pressed } from '../../ui/Pressed.tsx'

/** What the button opens gets. */
export interface OpenedMenuProps {
  trigger: ReactElement
  me: Me
}

const list = later<OpenedMenuProps>(async () => (await import('./UserMenuList.tsx')).UserMenuList)

/** The button of the user's menu. A screen with items of its own says what it opens. */
export function UserMenu({ me, opens = list }: { me: Me; opens?: Later<OpenedMenuProps> }) {
  const { t } = useLingui()
  const initial = (me.name || me.email).trim().slice(0, 1).toUpperCase()
  const trigger = (
    <button
      type="button"
      aria-label={t`User menu`}
      className="inline-flex h-9 touch:h-11 items-center gap-1 rounded-full border bg-surface p-0.5 pr-1.5 shadow-sm hover:bg-hover"
    >
      <span
        aria-hidden="true"
        className="inline-flex size-7.5 items-center justify-center rounded-full bg-accent-soft text-sm font-semibold text-accent-text"
      >
        {initial}
      </span>
      <ChevronDown aria-hidden="true" className="size-4 text-ink-3" />
    </button>
  )
  return (
    <Pressed trigger={trigger} popup="menu" opens={opens}>
      {(List) => <List trigger={trigger} me={me} />}
    </Pressed>
  )
}
