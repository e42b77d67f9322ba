import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { Navigate, Outlet } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { AnnouncementBanner } from '../features/announcements/AnnouncementBanner.tsx'
import { announcementsQuery } from '../features/announcements/queries.ts'
import { CommandPaletteHost } from '../features/command-palette/CommandPaletteHost.tsx'
import { SignInAgainHost } from '../features/identity/SignInAgainHost.tsx'
import { NotificationBell } from '../features/notifications/NotificationBell.tsx'
import { HeaderTools } from '../features/site/header-tools.ts'
import { PageNotices } from '../features/site/page-notices.ts'
import { clockQuery, meQuery } from '../lib/queries.ts'
import { useSession } from '../lib/session.ts'
import { SkipLink } from '../ui/SkipLink.tsx'
import { LoadingState } from '../ui/states.tsx'

// Asked for once in the life of an account, and after a change of the terms.
const FirstTerms = lazy(async () => ({ default: (await import('../features/account/TermsRequest.tsx')).FirstTerms }))
const ChangedTerms = lazy(async () => ({
  default: (await import('../features/account/TermsRequest.tsx')).ChangedTerms,
}))

/**
 * Screens of a signed-in user. Leaves for /login, or where signing out leads, the moment the session is known to have
 * ended. Waits for the product's clock, since plan expiry and 'today' are read on it; when it cannot be read the
 * device's time has to do.
 */
export function SignedInLayout() {
  const { t } = useLingui()
  const session = useSession()
  const clock = useQuery(clockQuery)
  const { data: terms } = useQuery({ ...meQuery, enabled: session.status === 'in', select: (me) => me.legal.terms })
  // Beside the first data of the screen, which so does not move later; refused before the terms are agreed to.
  useQuery({ ...announcementsQuery, enabled: terms === 'agreed' || terms === 'changed', notifyOnChangeProps: [] })
  if (session.status !== 'in')
    return <Navigate to={session.status === 'out' ? (session.exit ?? '/login') : '/login'} replace />
  const loading = <LoadingState label={t`Loading...`} className="min-h-dvh" />
  if (clock.isPending) return loading
  if (terms === 'never')
    return (
      <Suspense fallback={loading}>
        <FirstTerms />
      </Suspense>
    )
  return (
    <>
      <SkipLink to="main">{t`Skip to the main content`}</SkipLink>
      {terms === 'changed' && (
        <Suspense fallback={null}>
          <ChangedTerms />
        </Suspense>
      )}
      <HeaderTools value={<NotificationBell />}>
        <PageNotices value={<AnnouncementBanner />}>
          <Outlet />
        </PageNotices>
      </HeaderTools>
      <SignInAgainHost />
      <CommandPaletteHost />
    </>
  )
}
