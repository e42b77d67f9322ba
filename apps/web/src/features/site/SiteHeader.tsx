import { Link, useNavigate } from '@tanstack/react-router'
import { LogIn } from 'lucide-react'
import { useState } from 'react'
import { session } from '../../lib/session.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Logo } from '../../ui/Logo.tsx'
import { loginTarget, readPlanNow } from './login-target.ts'
import { ThemeToggle } from './ThemeToggle.tsx'

/** The shared header: logo to the start page, theme, and where asked for the Login button. */
export function SiteHeader({ login = false, back = false }: { login?: boolean; back?: boolean }) {
  return (
    <header className="sticky top-0 z-20 border-b bg-canvas/90 backdrop-blur-sm">
      <div className="mx-auto flex h-15 max-w-6xl items-center gap-2 px-4 sm:px-6">
        <Link to="/" aria-label="Strikewise, start page" className="flex rounded-md">
          <Logo />
        </Link>
        <div className="ml-auto flex items-center gap-1.5">
          {back && (
            <Link to="/dashboard" className={buttonClass('quiet', 'sm')}>
              Dashboard
            </Link>
          )}
          <ThemeToggle />
          {login && <LoginButton />}
        </div>
      </div>
    </header>
  )
}

function LoginButton() {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const open = async () => {
    setBusy(true)
    const to = await loginTarget(session.get(), readPlanNow)
    setBusy(false)
    await navigate({ to })
  }
  return (
    <Button size="sm" busy={busy} onClick={() => void open()}>
      {!busy && <LogIn aria-hidden="true" />}
      Login
    </Button>
  )
}
