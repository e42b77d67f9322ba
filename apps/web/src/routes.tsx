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
 * them; `signedIn` sends other visitors to /login.
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

const features = createRoute({
  getParentRoute: () => root,
  path: '/features',
  component: lazyRouteComponent(() => import('./routes/site/FeaturesPage.tsx'), 'FeaturesPage'),
})
const integrations = createRoute({
  getParentRoute: () => root,
  path: '/integrations',
  component: lazyRouteComponent(() => import('./routes/site/IntegrationsPage.tsx'), 'IntegrationsPage'),
})
const careers = createRoute({
  getParentRoute: () => root,
  path: '/careers',
  component: lazyRouteComponent(() => import('./routes/site/CareersPage.tsx'), 'CareersPage'),
})
const docs = createRoute({
  getParentRoute: () => root,
  path: '/docs',
  component: lazyRouteComponent(() => import('./routes/site/DocsPage.tsx'), 'DocsPage'),
})
const faqs = createRoute({
  getParentRoute: () => root,
  path: '/faqs',
  component: lazyRouteComponent(() => import('./routes/site/FaqsPage.tsx'), 'FaqsPage'),
})
const disclaimer = createRoute({
  getParentRoute: () => root,
  path: '/disclaimer',
  component: lazyRouteComponent(() => import('./routes/site/DisclaimerPage.tsx'), 'DisclaimerPage'),
})
const forum = createRoute({
  getParentRoute: () => root,
  path: '/community/forum',
  component: lazyRouteComponent(() => import('./routes/site/ForumPage.tsx'), 'ForumPage'),
})

/** Public pages that ask the server. */
const support = createRoute({
  getParentRoute: () => app,
  path: '/support',
  component: lazyRouteComponent(() => import('./routes/site/SupportPage.tsx'), 'SupportPage'),
})
const apiReference = createRoute({
  getParentRoute: () => app,
  path: '/api',
  component: lazyRouteComponent(() => import('./routes/site/ApiPage.tsx'), 'ApiPage'),
})
const status = createRoute({
  getParentRoute: () => app,
  path: '/status',
  component: lazyRouteComponent(() => import('./routes/site/StatusPage.tsx'), 'StatusPage'),
})
const tradeLogs = createRoute({
  getParentRoute: () => app,
  path: '/trade-logs',
  component: lazyRouteComponent(() => import('./routes/site/TradeLogsPage.tsx'), 'TradeLogsPage'),
})
const topTraders = createRoute({
  getParentRoute: () => app,
  path: '/community/top-traders',
  component: lazyRouteComponent(() => import('./routes/site/TopTradersPage.tsx'), 'TopTradersPage'),
})
const dpdp = createRoute({
  getParentRoute: () => app,
  path: '/dpdp',
  component: lazyRouteComponent(() => import('./routes/site/DpdpPage.tsx'), 'DpdpPage'),
})
const demo = createRoute({
  getParentRoute: () => app,
  path: '/demo',
  component: lazyRouteComponent(() => import('./routes/site/DemoPage.tsx'), 'DemoPage'),
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
const confirmEmail = createRoute({
  getParentRoute: () => app,
  path: '/confirm-email',
  component: lazyRouteComponent(() => import('./routes/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
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

/** Public: verification needs no account. */
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
const supportChat = createRoute({
  getParentRoute: () => signedIn,
  path: '/support-chat',
  component: lazyRouteComponent(() => import('./routes/SupportChatPage.tsx'), 'SupportChatPage'),
})
/** For operators; for other users it does not exist. */
const operatorPage = lazyRouteComponent(() => import('./routes/OperatorPage.tsx'), 'OperatorPage')
const operator = createRoute({ getParentRoute: () => signedIn, path: '/operator', component: operatorPage })
const operatorSection = createRoute({
  getParentRoute: () => signedIn,
  path: '/operator/$section',
  component: operatorPage,
})
const changePassword = createRoute({
  getParentRoute: () => signedIn,
  path: '/change-password',
  component: lazyRouteComponent(() => import('./routes/ChangePasswordPage.tsx'), 'ChangePasswordPage'),
})
const receipt = createRoute({
  getParentRoute: () => signedIn,
  path: '/receipts/$id',
  component: lazyRouteComponent(() => import('./routes/ReceiptPage.tsx'), 'ReceiptPage'),
})
const security = createRoute({
  getParentRoute: () => signedIn,
  path: '/security',
  component: lazyRouteComponent(() => import('./routes/SecurityPage.tsx'), 'SecurityPage'),
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
const brokerConnect = createRoute({
  getParentRoute: () => signedIn,
  path: '/connect-zerodha',
  component: brokerConnectPage,
})
const brokerConnectOtherPath = createRoute({
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
  features,
  integrations,
  careers,
  docs,
  faqs,
  disclaimer,
  forum,
  app.addChildren([
    login,
    signup,
    confirmEmail,
    resetPassword,
    payment,
    record,
    support,
    apiReference,
    status,
    tradeLogs,
    topTraders,
    dpdp,
    demo,
    signedIn.addChildren([
      dashboard,
      profile,
      supportChat,
      operator,
      operatorSection,
      changePassword,
      security,
      receipt,
      telegramSetup,
      tradeSettings,
      reports,
      whyMinute,
      whyTrade,
      brokerConnect,
      brokerConnectOtherPath,
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
