import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { QueryClientProvider } from '@tanstack/react-query'
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import type { ReactNode } from 'react'
import { setClock } from '../lib/server-clock.ts'
import { queryClient } from '../lib/query-client.ts'
import { Toasts } from '../ui/toasts.tsx'
import { OPEN_AT } from './response-bodies.ts'

interface Options {
  /** Where the component stands; every other path shows its own address. */
  path?: string
  /** Address the page was opened with, when it differs (parameters, query). */
  at?: string
}

/** Renders in English inside the query cache, the toasts and a router in memory, at 10:42 IST of an open market. */
export async function show(ui: ReactNode, { path = '/', at = path }: Options = {}) {
  setClock(OPEN_AT, 1)
  const root = createRootRoute({
    component: () => (
      <I18nProvider i18n={i18n}>
        <QueryClientProvider client={queryClient}>
          <Outlet />
          <Toasts />
        </QueryClientProvider>
      </I18nProvider>
    ),
  })
  const here = createRoute({ getParentRoute: () => root, path, component: () => ui })
  const elsewhere = createRoute({ getParentRoute: () => root, path: '/$', component: Elsewhere })
  const router = createRouter({
    routeTree: root.addChildren([here, elsewhere]),
    history: createMemoryHistory({ initialEntries: [at] }),
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString()
      return text === '' ? '' : `?${text}`
    },
  })
  await router.load()
  // The app registers its own router's type: another one is not that.
  const view = render(<RouterProvider router={router as never} />)
  return { ...view, user: userEvent.setup(), address: () => router.history.location.href }
}

function Elsewhere() {
  return <p data-testid="elsewhere" />
}

/** Resolves once a toast shows `text`; an urgent one shows it twice, the second time for screen readers alone. */
export const toasted = async (text: string) => (await screen.findAllByText(text))[0]!

/** Resolves once the router has left the component's own path. */
export const leftThePage = async () => screen.findByTestId('elsewhere')
