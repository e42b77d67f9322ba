import { Trans } from '@lingui/react/macro'
import { Keyboard, Languages } from 'lucide-react'
import type { OpenedMenuProps } from '../../features/account/UserMenu.tsx'
import { UserMenuList } from '../../features/account/UserMenuList.tsx'
import { requestAct } from '../../features/position/act-request.ts'
import { setLanguage, useLanguage } from '../../lib/language.ts'
import { MenuItem } from '../../ui/Menu.tsx'

/** The user's menu with the items of the dashboard. */
export function DashboardMenu(props: OpenedMenuProps) {
  return (
    <UserMenuList {...props}>
      <LanguageItem />
      <MenuItem onClick={() => requestAct('shortcuts')}>
        <Keyboard aria-hidden="true" />
        <Trans>Keyboard shortcuts</Trans>
      </MenuItem>
    </UserMenuList>
  )
}

/** The other language, in its own words. */
function LanguageItem() {
  const next = useLanguage() === 'hi' ? 'en' : 'hi'
  return (
    <MenuItem onClick={() => void setLanguage(next)}>
      <Languages aria-hidden="true" />
      <span lang={next}>{next === 'hi' ? 'हिन्दी' : 'English'}</span>
    </MenuItem>
  )
}
