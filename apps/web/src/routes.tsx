import {
  createRootRoute,
  createRoute,
  createRouter,
  lazyRouteComponent,
  Outlet,
  redirect,
} from '@tanstack/react-router'
import { session } from './lib/session.ts'
import { NotFound } from './routes/NotFound.tsx'
import { PageError } from './routes/PageError.tsx'

/*
 * The route table (specification §2). Every screen is a file of its own, loaded when it is first opened, so the
 * landing page carries none of the dashboard. `app` brings the query cache and the toasts to the screens that need
 * them; `signedIn` sends everybody else to /login.
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

const landing = createRoute({
  getParentRoute: () => root,
  path: '/',
  component: lazyRouteComponent(() => import('./routes/LandingPage.tsx'), 'LandingPage'),
})

const plansPage = lazyRouteComponent(() => import('./routes/PlansPage.tsx'), 'PlansPage')
const plans = createRoute({ getParentRoute: () => root, path: '/plans', component: plansPage })
const pricing = createRoute({ getParentRoute: () => root, path: '/pricing', component: plansPage })

const terms = createRoute({
  getParentRoute: () => root,
  path: '/terms',
  component: lazyRouteComponent(() => import('./routes/legal/TermsPage.tsx'), 'TermsPage'),
})
const privacy = createRoute({
  getParentRoute: () => root,
  path: '/privacy',
  component: lazyRouteComponent(() => import('./routes/legal/PrivacyPage.tsx'), 'PrivacyPage'),
})
const disclosure = createRoute({
  getParentRoute: () => root,
  path: '/disclosure',
  component: lazyRouteComponent(() => import('./routes/legal/DisclosurePage.tsx'), 'DisclosurePage'),
})

const subscribeStarter = createRoute({
  getParentRoute: () => root,
  path: '/subscribe/starter',
  component: lazyRouteComponent(() => import('./routes/StarterPlanPage.tsx'), 'StarterPlanPage'),
})
const subscribe = createRoute({
  getParentRoute: () => root,
  path: '/subscribe/$plan',
  component: lazyRouteComponent(() => import('./routes/PaidPlanPage.tsx'), 'PaidPlanPage'),
})

/** Destinations of the footer. One component; the text belongs to the path. */
const info = createRoute({
  getParentRoute: () => root,
  path: '/$',
  component: lazyRouteComponent(() => import('./routes/InfoPage.tsx'), 'InfoPage'),
})

const login = createRoute({
  getParentRoute: () => app,
  path: '/login',
  component: lazyRouteComponent(() => import('./routes/LoginPage.tsx'), 'LoginPage'),
})
const signup = createRoute({
  getParentRoute: () => app,
  path: '/signup',
  component: lazyRouteComponent(() => import('./routes/SignupPage.tsx'), 'SignupPage'),
})
const resetPassword = createRoute({
  getParentRoute: () => app,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('./routes/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
})
const payment = createRoute({
  getParentRoute: () => app,
  path: '/payment/$plan',
  component: lazyRouteComponent(() => import('./routes/PaymentPage.tsx'), 'PaymentPage'),
})

/** Open to everybody: what can be verified needs no account. */
const record = createRoute({
  getParentRoute: () => app,
  path: '/record',
  component: lazyRouteComponent(() => import('./routes/RecordPage.tsx'), 'RecordPage'),
})

const dashboard = createRoute({
  getParentRoute: () => signedIn,
  path: '/dashboard',
  component: lazyRouteComponent(() => import('./routes/dashboard/DashboardPage.tsx'), 'DashboardPage'),
})
const profile = createRoute({
  getParentRoute: () => signedIn,
  path: '/profile',
  component: lazyRouteComponent(() => import('./routes/ProfilePage.tsx'), 'ProfilePage'),
})
const changePassword = createRoute({
  getParentRoute: () => signedIn,
  path: '/change-password',
  component: lazyRouteComponent(() => import('./routes/ChangePasswordPage.tsx'), 'ChangePasswordPage'),
})
const telegramSetup = createRoute({
  getParentRoute: () => signedIn,
  path: '/telegram-setup',
  component: lazyRouteComponent(() => import('./routes/TelegramSetupPage.tsx'), 'TelegramSetupPage'),
})
const tradeSettings = createRoute({
  getParentRoute: () => signedIn,
  path: '/trade-settings',
  component: lazyRouteComponent(() => import('./routes/TradeSettingsPage.tsx'), 'TradeSettingsPage'),
})
const reports = createRoute({
  getParentRoute: () => signedIn,
  path: '/reports',
  component: lazyRouteComponent(() => import('./routes/ReportsPage.tsx'), 'ReportsPage'),
})
const whyMinute = createRoute({
  getParentRoute: () => signedIn,
  path: '/why/$symbol/$minute',
  component: lazyRouteComponent(() => import('./routes/WhyPage.tsx'), 'WhyMinutePage'),
})
const whyTrade = createRoute({
  getParentRoute: () => signedIn,
  path: '/why/decision/$id',
  component: lazyRouteComponent(() => import('./routes/WhyPage.tsx'), 'WhyTradePage'),
})
const brokerConnectPage = lazyRouteComponent(() => import('./routes/BrokerConnectPage.tsx'), 'BrokerConnectPage')
const connectZerodha = createRoute({
  getParentRoute: () => signedIn,
  path: '/connect-zerodha',
  component: brokerConnectPage,
})
const zerodhaConnect = createRoute({
  getParentRoute: () => signedIn,
  path: '/zerodha-connect',
  component: brokerConnectPage,
})

const routeTree = root.addChildren([
  landing,
  plans,
  pricing,
  terms,
  privacy,
  disclosure,
  subscribeStarter,
  subscribe,
  info,
  app.addChildren([
    login,
    signup,
    resetPassword,
    payment,
    record,
    signedIn.addChildren([
      dashboard,
      profile,
      changePassword,
      telegramSetup,
      tradeSettings,
      reports,
      whyMinute,
      whyTrade,
      connectZerodha,
      zerodhaConnect,
    ]),
  ]),
])

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
