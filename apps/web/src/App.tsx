import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { lazy, Suspense, useEffect } from 'react'
import { restoreLanguage } from './lib/language.ts'
import { refreshSession, useSession } from './lib/session.ts'
import { LanguageNotice } from './ui/LanguageNotice.tsx'
import { LogoMark } from './ui/Logo.tsx'

// Asked for at once, while the session is still being read. The router is half of what the start page weighs.
const opensStart = window.location.pathname === '/'
const opened = opensStart
  ? import('./routes/LandingPage.tsx').then(({ LandingPage }) => ({ default: LandingPage }))
  : import('./Screens.tsx').then(({ Screens }) => ({ default: Screens }))
const texts = restoreLanguage(opensStart ? ['shell', 'landing'] : undefined)
const Opened = lazy(async () => {
  await texts
  return opened
})

/** Holds every screen back until it is known whether somebody is signed in. */
export function App() {
  const { status } = useSession()
  useEffect(() => {
    void refreshSession()
  }, [])
  return (
    <I18nProvider i18n={i18n}>
      {status === 'unknown' ? (
        <Initializing />
      ) : (
        <Suspense fallback={<Initializing />}>
          <Opened />
        </Suspense>
      )}
      <LanguageNotice />
    </I18nProvider>
  )
}

function Initializing() {
  return (
    <div role="status" className="flex min-h-dvh flex-col items-center justify-center gap-3 text-ink-3">
      <LogoMark className="size-10 animate-pulse-dot" />
      <span className="text-sm">
        <Trans>Initializing...</Trans>
      </span>
    </div>
  )
}
