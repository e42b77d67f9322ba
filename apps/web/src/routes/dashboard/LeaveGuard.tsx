import { useLingui } from '@lingui/react/macro'
import { useBlocker, useNavigate } from '@tanstack/react-router'
import { useEffect } from 'react'
import { signOut } from '../../lib/sign-out.ts'
import { ConfirmDialog } from '../../ui/Dialog.tsx'
import { toast } from '../../ui/toasts.tsx'

/** The browser's back button asks before it leaves: OK signs out and goes to /login, cancel stays (specification §2). */
export function LeaveGuard() {
  const { t } = useLingui()
  const navigate = useNavigate()
  useEffect(() => {
    // An entry of our own on top: back then stays inside the app and can be asked about, even when the dashboard was
    // the first page of the tab. Entries carry their index, by which the router distinguishes back from forward.
    const state = window.history.state as { __TSR_index?: number; guard?: boolean } | null
    if (state?.guard !== true)
      window.history.pushState({ ...state, guard: true, __TSR_index: (state?.__TSR_index ?? 0) + 1 }, '')
  }, [])
  const blocker = useBlocker({
    shouldBlockFn: ({ action }) => action === 'BACK',
    enableBeforeUnload: false,
    withResolver: true,
  })
  const stay = () => blocker.reset?.()
  const leave = async () => {
    // Refusing the step back makes the browser go forward again. Only when it has arrived may the entry be replaced.
    const returned = new Promise((resolve) => window.addEventListener('popstate', resolve, { once: true }))
    stay()
    await returned
    try {
      await signOut()
      await navigate({ to: '/login', replace: true })
    } catch (error) {
      console.error('sign-out failed', error)
      toast.error(t`You are still logged in: the server did not answer. Try again.`)
    }
  }
  return (
    <ConfirmDialog
      open={blocker.status === 'blocked'}
      title={t`Are you sure you want to logout?`}
      confirmLabel={t`OK`}
      onConfirm={() => void leave()}
      onCancel={stay}
    />
  )
}
