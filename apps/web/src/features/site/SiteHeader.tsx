import { Trans, useLingui } from '@lingui/react/macro'
import { LogIn } from 'lucide-react'
import { useContext, useState } from 'react'
import { navigateTo } from '../../lib/navigation.ts'
import { session } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { HeaderTools } from './header-tools.ts'
import { LanguageSwitch } from './LanguageSwitch.tsx'
import { PageNotices } from './page-notices.ts'
import { loginTarget, readPlanNow } from './login-target.ts'
import { ThemeToggle } from './ThemeToggle.tsx'

/**
 * The shared header: logo to the start page, theme, and where asked for the Login button; below it what every screen announces.
 * Does without the router.
 */
export function SiteHeader({ login = false, back = false }: { login?: boolean; back?: boolean }) {
  const { t } = useLingui()
  const tools = useContext(HeaderTools)
  const notices = useContext(PageNotices)
  return (
    <>
      <header className="sticky top-0 z-20 border-b bg-canvas/90 backdrop-blur-sm">
        <div className="mx-auto flex h-15 max-w-6xl items-center gap-2 px-4 sm:px-6">
          <a href="/" aria-label={t`Strikewise, start page`} className="flex rounded-md">
            {/* With the way back, the bell and the language beside it a phone has room for the mark alone. */}
            <Logo compact={back} />
          </a>
          <div className="ml-auto flex items-center gap-1.5">
            {back && (
              <a href="/dashboard" className={buttonClass('quiet', 'sm')}>
                <Trans>Dashboard</Trans>
              </a>
            )}
            {tools}
            <LanguageSwitch />
            <ThemeToggle />
            {login && <LoginButton />}
          </div>
        </div>
      </header>
      {notices !== null && (
        <div className="mx-auto max-w-6xl px-4 pt-4 empty:hidden sm:px-6 print:hidden">{notices}</div>
      )}
    </>
  )
}

function LoginButton() {
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    const to = await loginTarget(session.get(), readPlanNow)
    setBusy(false)
    navigateTo(to)
  }
  return (
    <Button size="sm" busy={busy} onClick={() => void open()}>
      {!busy && <LogIn aria-hidden="true" />}
      <Trans>Login</Trans>
    </Button>
  )
}
