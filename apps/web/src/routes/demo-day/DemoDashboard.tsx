import { Trans } from '@lingui/react/macro'
import { SCREENS } from '@strikewise/wire/screens.ts'
import {
  createMemoryHistory,
  createRootRoute,
  createRouter,
  RouterProvider,
  useLocation,
  useNavigate,
} from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ScreenNotice } from '../../features/demo-day/RecordedNotice.tsx'
import { ThemeToggle } from '../../features/site/ThemeToggle.tsx'
import { setLanguage, useLanguage } from '../../lib/language.ts'
import { PHONE, useMedia } from '../../lib/media.ts'
import { navigateTo } from '../../lib/navigation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dashboard } from '../dashboard/Dashboard.tsx'

const HOME = '/dashboard'

/**
 * The dashboard, with a router of its own: where its links lead is shown above it, since what they open is in no recording.
 */
export function DemoDashboard() {
  const [router] = useState(() =>
    createRouter({
      routeTree: createRootRoute({ component: Frame, notFoundComponent: () => null }),
      history: createMemoryHistory({ initialEntries: [HOME] }),
      // As the app's own.
      parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
      stringifySearch: (search) => {
        const text = new URLSearchParams(search as Record<string, string>).toString()
        return text === '' ? '' : `?${text}`
      },
    }),
  )
  // The app registers its own router's type: another one is not that.
  return <RouterProvider router={router as never} />
}

function Frame() {
  const isPhone = useMedia(PHONE)
  return (
    <>
      <Dashboard
        account={
          <>
            <OtherLanguage />
            {isPhone && <ThemeToggle />}
          </>
        }
      />
      <Elsewhere />
    </>
  )
}

/** The other language, in its own words. */
function OtherLanguage() {
  const next = useLanguage() === 'hi' ? 'en' : 'hi'
  return (
    <Button tone="quiet" size="sm" className="px-1.5" onClick={() => void setLanguage(next)}>
      <span lang={next}>{next === 'hi' ? 'हिन्दी' : 'English'}</span>
    </Button>
  )
}

const PUBLIC_PATHS: ReadonlySet<string> = new Set(
  SCREENS.filter(({ access }) => access === 'open' || access === 'landing').map(({ path }) => path),
)

/** What a link of the dashboard led to: a public page is opened, any other screen explained. */
function Elsewhere() {
  const { pathname, href } = useLocation()
  const navigate = useNavigate()
  const isPublic = PUBLIC_PATHS.has(pathname)
  const back = () => void navigate({ to: HOME, replace: true })
  useEffect(() => {
    if (isPublic) navigateTo(href)
  }, [isPublic, href])
  if (pathname === HOME || isPublic) return null
  return (
    <ScreenNotice onClose={back}>
      {pathname.startsWith('/why/') && (
        <p className="mt-2">
          <a href="/demo" className="font-medium text-accent-text underline underline-offset-2">
            <Trans>See one recorded minute taken apart</Trans>
          </a>
        </p>
      )}
    </ScreenNotice>
  )
}
