import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { Trans } from '@lingui/react/macro'
import { Suspense, use, useEffect, useState, type ComponentType } from 'react'
import { restoreLanguage } from './lib/language.ts'
import { refreshSession, useSession } from './lib/session.ts'
import { LanguageNotice } from './ui/LanguageNotice.tsx'
import { LogoMark } from './ui/Logo.tsx'

type Screens = Promise<{ readonly Screens: ComponentType }>

/** Holds every screen back until it is known whether a user is signed in. */
export function App({ screens }: { screens: Screens }) {
  const { status } = useSession()
  const [opened] = useState(async () => {
    await restoreLanguage()
    return screens
  })
  useEffect(() => {
    void refreshSession()
  }, [])
  return (
    <I18nProvider i18n={i18n}>
      {status === 'unknown' ? (
        <Initializing />
      ) : (
        <Suspense fallback={<Initializing />}>
          <Opened screens={opened} />
        </Suspense>
      )}
      <LanguageNotice />
    </I18nProvider>
  )
}

function Opened({ screens }: { screens: Screens }) {
  const { Screens } = use(screens)
  return <Screens />
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
