import { QueryClientProvider } from '@tanstack/react-query'
import { Outlet } from '@tanstack/react-router'
import { queryClient } from '../lib/query-client.ts'
import { Toasts } from '../ui/toasts.tsx'

/** What the screens with server state share. */
export function AppLayout() {
  return (
    <QueryClientProvider client={queryClient}>
      <Outlet />
      <Toasts />
    </QueryClientProvider>
  )
}
