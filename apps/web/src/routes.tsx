import type { ComponentType } from 'react'
import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
  type AnyRoute,
  type AsyncRouteComponent,
} from '@tanstack/react-router'
import type { ScreenPath } from '@strikewise/wire/screens.ts'
import { session } from './lib/session.ts'
import { componentName, loadPage } from './prerendered-page.ts'
import { NotFound } from './routes/NotFound.tsx'
import { PageError } from './routes/PageError.tsx'
import { SCREEN_REGISTRY, type PathBelow } from './screen-registry.ts'

/*
 * The route table (specification §2), made from the registry of screens. Every screen is a file of its own, loaded when it
 * is first opened, so the landing page carries none of the dashboard. `app` brings the query cache and the toasts to the
 * screens that need them; `signedIn` sends other visitors to /login.
 */
const root = createRootRoute({ component: Outlet, notFoundComponent: NotFound, errorComponent: PageError })

const app = createRoute({
  getParentRoute: () => root,
  id: 'app',
  component: lazyRouteComponent(() => import('./routes/AppLayout.tsx'), 'AppLayout'),
})

const signedIn = createRoute({
  getParentRoute: () => app,
  id: 'signed-in',
  beforeLoad: () => {
    if (session.get().status !== 'in') throw redirect({ to: '/login' })
  },
  component: lazyRouteComponent(() => import('./routes/SignedInLayout.tsx'), 'SignedInLayout'),
})

const pageComponents = new Map<string, AsyncRouteComponent<object>>()

/** The component of a screen; one for all paths of the same page, which so keeps its state between them. */
function componentOf(path: ScreenPath): AsyncRouteComponent<object> {
  const screen = SCREEN_REGISTRY[path]
  if ('component' in screen) return screen.component
  const { file } = screen
  const component =
    pageComponents.get(file) ??
    lazyRouteComponent<Record<string, ComponentType>, string>(() => loadPage(file), componentName(file))
  pageComponents.set(file, component)
  return component
}

function screenRoute<Parent extends AnyRoute, Path extends ScreenPath>(parent: Parent, path: Path) {
  return createRoute({ getParentRoute: () => parent, path, component: componentOf(path) })
}

/** The routes of all screens that the registry has below a parent, by their paths: links are checked against these types. */
function screenRoutes<Name extends 'root' | 'app' | 'signed in', Parent extends AnyRoute>(name: Name, parent: Parent) {
  const paths = (Object.keys(SCREEN_REGISTRY) as ScreenPath[]).filter((path) => SCREEN_REGISTRY[path].parent === name)
  return Object.fromEntries(paths.map((path) => [path, screenRoute(parent, path)])) as unknown as {
    readonly [Path in PathBelow<Name>]: ReturnType<typeof screenRoute<Parent, Path>>
  }
}

const routeTree = root.addChildren({
  ...screenRoutes('root', root),
  app: app.addChildren({
    ...screenRoutes('app', app),
    signedIn: signedIn.addChildren(screenRoutes('signed in', signedIn)),
  }),
})

export const router = createRouter({
  routeTree,
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  scrollRestoration: true,
  // Search parameters stay text: the router's own parser would turn a request token of digits into a number.
  parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
  stringifySearch: (search) => {
    const text = new URLSearchParams(search as Record<string, string>).toString()
    return text === '' ? '' : `?${text}`
  },
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
