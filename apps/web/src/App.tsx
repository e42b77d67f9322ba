import { lazy, Suspense, useEffect } from 'react'
import { refreshSession, useSession } from './lib/session.ts'
import { LogoMark } from './ui/Logo.tsx'

// Asked for at once, while the session is still being read. The router is half of what the start page weighs.
const opened =
  window.location.pathname === '/'
    ? import('./routes/LandingPage.tsx').then(({ LandingPage }) => ({ default: LandingPage }))
    : import('./Screens.tsx').then(({ Screens }) => ({ default: Screens }))
const Opened = lazy(() => opened)

/** Holds every screen back until it is known whether somebody is signed in. */
export function App() {
  const { status } = useSession()
  useEffect(() => {
    void refreshSession()
  }, [])
  if (status === 'unknown') return <Initializing />
  return (
    <Suspense fallback={<Initializing />}>
      <Opened />
    </Suspense>
  )
}

function Initializing() {
  return (
    <div role="status" className="flex min-h-dvh flex-col items-center justify-center gap-3 text-ink-3">
      <LogoMark className="size-10 animate-pulse-dot" />
      <span className="text-sm">Initializing...</span>
    </div>
  )
}
