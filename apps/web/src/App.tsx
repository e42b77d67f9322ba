import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { refreshSession, useSession } from './lib/session.ts'
import { router } from './routes.tsx'
import { LogoMark } from './ui/Logo.tsx'

/** Holds every screen back until it is known whether somebody is signed in. */
export function App() {
  const { status } = useSession()
  useEffect(() => {
    void refreshSession()
  }, [])
  if (status === 'unknown') return <Initializing />
  return <RouterProvider router={router} />
}

function Initializing() {
  return (
    <div role="status" className="flex min-h-dvh flex-col items-center justify-center gap-3 text-ink-3">
      <LogoMark className="size-10 animate-pulse-dot" />
      <span className="text-sm">Initializing...</span>
    </div>
  )
}
