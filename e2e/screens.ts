import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../scripts/command.ts'

/** As whom a page is opened: no user, the demo account of a plan, who has just bought Elite and set nothing, or the operator. */
export type Viewer = 'nobody' | 'starter' | 'pro' | 'elite' | 'master' | 'newcomer' | 'operator'

/** A page of the app by its address, and who looks at it. */
export interface Screen {
  readonly path: string
  readonly who: Viewer
}

const seenBy = (who: Screen['who'], paths: readonly string[]): readonly Screen[] => paths.map((path) => ({ path, who }))

/** Every page of the app, some in more than one state. */
export const SCREENS: readonly Screen[] = [
  ...seenBy('nobody', [
    '/',
    '/login',
    '/signup',
    '/confirm-email',
    '/confirm-email?token=of-a-mail',
    '/reset-password',
    '/reset-password?token=of-a-mail',
    '/plans',
    '/pricing',
    '/subscribe/starter',
    '/subscribe/pro',
    '/subscribe/elite',
    '/terms',
    '/privacy',
    '/disclosure',
    '/disclaimer',
    '/features',
    '/integrations',
    '/careers',
    '/docs',
    '/faqs',
    '/api',
    '/support',
    '/status',
    '/trade-logs',
    '/community/top-traders',
    '/community/forum',
    '/record',
    '/dpdp',
    '/demo',
    '/no/such/page',
  ]),
  ...seenBy('starter', [
    '/dashboard',
    '/payment/elite?billing=quarterly',
    '/trade-settings',
    '/why/NIFTY/2026-09-16T10:31',
  ]),
  ...seenBy('elite', [
    '/dashboard',
    '/profile',
    '/change-password',
    '/security',
    '/telegram-setup',
    '/connect-zerodha',
    '/zerodha-connect',
    '/trade-settings',
    '/reports',
    '/why/NIFTY/2026-09-16T10:31',
    '/why/NIFTY/2026-09-17T09:52',
    '/why/decision/of-no-day',
    '/receipts/of-no-payment',
    '/support-chat',
    '/dpdp',
  ]),
  ...seenBy('pro', ['/dashboard', '/trade-settings']),
  ...seenBy('master', ['/dashboard', '/trade-settings', '/support-chat', '/reports']),
  ...seenBy('newcomer', ['/dashboard', '/trade-settings', '/connect-zerodha', '/reports', '/profile']),
  ...seenBy(
    'operator',
    ['', '/support', '/users', '/weights', '/actions'].map((section) => `/operator${section}`),
  ),
]

/** The screens at some addresses, all of them for none. Throws when one of the addresses is no screen's. */
export function screensAt(paths: readonly string[]): readonly Screen[] {
  const unknown = paths.filter((path) => !SCREENS.some((screen) => screen.path === path))
  if (unknown.length > 0) throw new Error(`No screen of e2e/screens.ts is at: ${unknown.join(', ')}`)
  return paths.length === 0 ? SCREENS : SCREENS.filter(({ path }) => paths.includes(path))
}

/** Routes of the app's table that no screen of the list is an address of. */
export function routesWithoutScreen(): readonly string[] {
  const table = readFileSync(join(ROOT, 'apps/web/src/routes.tsx'), 'utf8')
  const routes = [...table.matchAll(/\bpath: '([^']+)'/g)].map(([, path]) => path!)
  if (routes.length === 0) throw new Error('The table of routes was not understood.')
  return routes.filter((route) => {
    const pattern = new RegExp(`^${route.replaceAll(/\$\w+/g, '[^/]+')}$`)
    return !SCREENS.some(({ path }) => pattern.test(path.split('?', 1)[0]!))
  })
}
