import { Outlet } from '@tanstack/react-router'
import { AppFrame } from './AppFrame.tsx'

/** The frame as a route. */
export function AppLayout() {
  return (
    <AppFrame>
      <Outlet />
    </AppFrame>
  )
}
