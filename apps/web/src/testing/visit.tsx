import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { createMemoryHistory, createRouter, RouterProvider } from '@tanstack/react-router'
import { render } from '@testing-library/react'
import { onTestFinished } from 'vitest'
import { navigateWith } from '../lib/navigation.ts'
import { session } from '../lib/session.ts'
import { router } from '../routes.tsx'

/** Every address of the app, as the table of routes has it: with `$name` for a parameter. */
export type RoutePath = Exclude<keyof typeof router.routesByPath, ''>

const PARAMETERS: Readonly<Record<string, string>> = {
  $plan: 'elite',
  $symbol: 'NIFTY',
  $minute: '2026-11-20T10:40',
  $id: 'd1',
}

/** An address a route answers at. */
export const addressOf = (path: string) => path.replaceAll(/\$\w+/g, (name) => PARAMETERS[name]!)

/** The app's own router, in memory, at an address of `path`. */
export function routerAt(path: string) {
  const history = createMemoryHistory({ initialEntries: [addressOf(path)] })
  return createRouter({ ...router.options, history })
}

/** Opens a page of the whole app in English, signed in or signed out. Returns how to ask where it led. */
export async function visit(path: string, who: 'signed out' | 'user'): Promise<() => string> {
  session.set(
    who === 'signed out'
      ? { status: 'out' }
      : { status: 'in', user: { id: 'u1', name: '', email: '', language: 'en' } },
  )
  const here = routerAt(path)
  onTestFinished(navigateWith((href, replace) => void here.navigate({ href, replace })))
  await here.load()
  render(
    <I18nProvider i18n={i18n}>
      {/* The app registers its own router's type: another one is not that. */}
      <RouterProvider router={here as never} />
    </I18nProvider>,
  )
  return () => here.state.location.pathname
}
