// untranslated: the heads of prerendered pages are written by the build, in English; other titles are messages by their type
import type { ScreenPath } from '@strikewise/wire/screens.ts'
import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { lazyRouteComponent, type AsyncRouteComponent } from '@tanstack/react-router'
import { broker } from './lib/broker.ts'
import type { PrerenderedPage } from './prerendered-page.ts'

/**
 * Route above a screen. `root`: the screen requests no data. `app`: query cache and toasts. `signed in`: as `app`, and
 * visitors without a session are sent to /login.
 */
type ParentRoute = 'root' | 'app' | 'signed in'

/** A screen of which the browser renders all. It is loaded when it is first opened. */
interface RenderedScreen {
  readonly parent: ParentRoute
  readonly component: AsyncRouteComponent<object>
  readonly title: MessageDescriptor
}

/** A screen that is the same for every visitor: the build writes its HTML, the browser hydrates it. */
interface PrerenderedScreen extends PrerenderedPage {
  readonly title: string
  /** Path of the page with the same content that search engines list in its place. */
  readonly canonical?: string
}

const PLANS = {
  parent: 'root',
  file: 'PlansPage',
  title: 'Plans and pricing – Strikewise',
  texts: ['account'],
} as const satisfies PrerenderedScreen

/* One component at two paths keeps its state between them. */
const OPERATOR_PAGE = lazyRouteComponent(() => import('./routes/OperatorPage.tsx'), 'OperatorPage')
const BROKER_CONNECT_PAGE = lazyRouteComponent(() => import('./routes/BrokerConnectPage.tsx'), 'BrokerConnectPage')
const CONNECT_BROKER = msg`Connect ${broker}`

/**
 * How the app shows each screen of packages/wire/src/screens.ts: router, titles and prerendered pages are made from it. It
 * does not compile while it lacks a screen, or while a screen lacks its component or title.
 */
export const SCREEN_REGISTRY = {
  '/': { parent: 'root', file: 'LandingPage', title: 'Strikewise: options signals that explain themselves', texts: [] },
  '/plans': PLANS,
  '/pricing': { ...PLANS, canonical: '/plans' },
  '/terms': { parent: 'root', file: 'legal/TermsPage', title: 'Terms of use – Strikewise', texts: ['site'] },
  '/privacy': {
    parent: 'root',
    file: 'legal/PrivacyPage',
    title: 'Privacy policy – Strikewise',
    texts: ['site', 'account'],
  },
  '/disclosure': {
    parent: 'root',
    file: 'legal/DisclosurePage',
    title: 'Risk disclosure – Strikewise',
    texts: ['site'],
  },
  '/subscribe/starter': {
    parent: 'root',
    component: lazyRouteComponent(() => import('./routes/StarterPlanPage.tsx'), 'StarterPlanPage'),
    title: msg`Plan`,
  },
  '/subscribe/$plan': {
    parent: 'root',
    component: lazyRouteComponent(() => import('./routes/PaidPlanPage.tsx'), 'PaidPlanPage'),
    title: msg`Plan`,
  },
  '/features': { parent: 'root', file: 'site/FeaturesPage', title: 'Features – Strikewise', texts: ['site'] },
  '/integrations': {
    parent: 'root',
    file: 'site/IntegrationsPage',
    title: 'Integrations – Strikewise',
    texts: ['site'],
  },
  '/careers': { parent: 'root', file: 'site/CareersPage', title: 'Careers – Strikewise', texts: ['site'] },
  '/docs': { parent: 'root', file: 'site/DocsPage', title: 'User guide – Strikewise', texts: ['site'] },
  '/faqs': { parent: 'root', file: 'site/FaqsPage', title: 'Frequently asked questions – Strikewise', texts: ['site'] },
  '/disclaimer': { parent: 'root', file: 'site/DisclaimerPage', title: 'Disclaimer – Strikewise', texts: ['site'] },
  '/investor-charter': {
    parent: 'root',
    file: 'legal/InvestorCharterPage',
    title: 'Investor charter – Strikewise',
    texts: ['site'],
  },
  '/complaints': { parent: 'app', file: 'site/ComplaintsPage', title: 'Complaints – Strikewise', texts: ['site'] },
  '/community/forum': { parent: 'root', file: 'site/ForumPage', title: 'Forum – Strikewise', texts: ['site'] },
  '/support': { parent: 'app', file: 'site/SupportPage', title: 'Support – Strikewise', texts: ['site'] },
  '/api': { parent: 'app', file: 'site/ApiPage', title: 'API – Strikewise', texts: ['site'] },
  '/status': { parent: 'app', file: 'site/StatusPage', title: 'Status – Strikewise', texts: ['site'] },
  '/trade-logs': {
    parent: 'app',
    file: 'site/TradeLogsPage',
    title: 'Trade logs – Strikewise',
    texts: ['site', 'trading'],
  },
  '/community/top-traders': {
    parent: 'app',
    file: 'site/TopTradersPage',
    title: 'Top traders – Strikewise',
    texts: ['site'],
  },
  '/dpdp': { parent: 'app', file: 'site/DpdpPage', title: 'Your data – Strikewise', texts: ['site', 'account'] },
  '/demo': {
    parent: 'app',
    file: 'site/DemoPage',
    title: 'One minute, taken apart – Strikewise',
    texts: ['site', 'trading'],
  },
  '/demo/day': {
    parent: 'app',
    component: lazyRouteComponent(() => import('./routes/DemoDayPage.tsx'), 'DemoDayPage'),
    title: msg`A recorded day`,
  },
  '/login': {
    parent: 'app',
    component: lazyRouteComponent(() => import('./routes/LoginPage.tsx'), 'LoginPage'),
    title: msg`Log in`,
  },
  '/signup': {
    parent: 'app',
    component: lazyRouteComponent(() => import('./routes/SignupPage.tsx'), 'SignupPage'),
    title: msg`Create your account`,
  },
  '/confirm-email': {
    parent: 'app',
    component: lazyRouteComponent(() => import('./routes/ConfirmEmailPage.tsx'), 'ConfirmEmailPage'),
    title: msg`Confirm your email address`,
  },
  '/reset-password': {
    parent: 'app',
    component: lazyRouteComponent(() => import('./routes/ResetPasswordPage.tsx'), 'ResetPasswordPage'),
    title: msg`Reset your password`,
  },
  '/payment/$plan': {
    parent: 'app',
    component: lazyRouteComponent(() => import('./routes/PaymentPage.tsx'), 'PaymentPage'),
    title: msg`Payment`,
  },
  '/record': { parent: 'app', file: 'RecordPage', title: 'The record – Strikewise', texts: ['trading'] },
  '/dashboard': {
    parent: 'signed in',
    component: lazyRouteComponent(() => import('./routes/dashboard/DashboardPage.tsx'), 'DashboardPage'),
    title: msg`Dashboard`,
  },
  '/profile': {
    parent: 'signed in',
    component: lazyRouteComponent(() => import('./routes/ProfilePage.tsx'), 'ProfilePage'),
    title: msg`Profile`,
  },
  '/support-chat': {
    parent: 'signed in',
    component: lazyRouteComponent(() => import('./routes/SupportChatPage.tsx'), 'SupportChatPage'),
    title: msg`Support`,
  },
  /* For operators; for other users it does not exist. */
  '/operator': { parent: 'signed in', component: OPERATOR_PAGE, title: msg`Operator` },
  '/operator/$section': { parent: 'signed in', component: OPERATOR_PAGE, title: msg`Operator` },
  '/change-password': {
    parent: 'signed in',
    component: lazyRouteComponent(() => import('./routes/ChangePasswordPage.tsx'), 'ChangePasswordPage'),
    title: msg`Change password`,
  },
  '/receipts/$id': {
    parent: 'signed in',
    component: lazyRouteComponent(() => import('./routes/ReceiptPage.tsx'), 'ReceiptPage'),
    title: msg`Receipt`,
  },
  '/security': {
    parent: 'signed in',
    component: lazyRouteComponent(() => import('./routes/SecurityPage.tsx'), 'SecurityPage'),
    title: msg`Security`,
  },
  '/alerts': {
    parent: 'signed in',
    component: lazyRouteComponent(() => import('./routes/AlertsPage.tsx'), 'AlertsPage'),
    title: msg`Alerts`,
  },
  '/telegram-setup': {
    parent: 'signed in',
    component: lazyRouteComponent(() => import('./routes/TelegramSetupPage.tsx'), 'TelegramSetupPage'),
    title: msg`Telegram Integration`,
  },
  '/trade-settings': {
    parent: 'signed in',
    component: lazyRouteComponent(() => import('./routes/TradeSettingsPage.tsx'), 'TradeSettingsPage'),
    title: msg`Trade Settings`,
  },
  '/option-chain': {
    parent: 'signed in',
    component: lazyRouteComponent(() => import('./routes/OptionChainPage.tsx'), 'OptionChainPage'),
    title: msg`Option chain`,
  },
  '/reports': {
    parent: 'signed in',
    component: lazyRouteComponent(() => import('./routes/ReportsPage.tsx'), 'ReportsPage'),
    title: msg`Reports`,
  },
  '/why/$symbol/$minute': {
    parent: 'signed in',
    component: lazyRouteComponent(() => import('./routes/WhyPage.tsx'), 'WhyMinutePage'),
    title: msg`Why this decision`,
  },
  '/why/decision/$id': {
    parent: 'signed in',
    component: lazyRouteComponent(() => import('./routes/WhyPage.tsx'), 'WhyTradePage'),
    title: msg`Why this decision`,
  },
  '/connect-zerodha': { parent: 'signed in', component: BROKER_CONNECT_PAGE, title: CONNECT_BROKER },
  '/zerodha-connect': { parent: 'signed in', component: BROKER_CONNECT_PAGE, title: CONNECT_BROKER },
} as const satisfies Readonly<Record<ScreenPath, RenderedScreen | PrerenderedScreen>>

type Registry = typeof SCREEN_REGISTRY

/** Paths of the screens below a route. */
export type PathBelow<Parent extends ParentRoute> = {
  [Path in ScreenPath]: Registry[Path]['parent'] extends Parent ? Path : never
}[ScreenPath]

type PrerenderedPath = {
  [Path in ScreenPath]: Registry[Path] extends PrerenderedScreen ? Path : never
}[ScreenPath]

const PLANS_DESCRIPTION =
  'Start free. Pay for live agents or for automatic trading in your own account. Each plan line by line.'

/**
 * What search engines show below the title of each prerendered page. Only the build reads it: no chunk of the browser's
 * build contains it.
 */
export const PAGE_DESCRIPTIONS: Readonly<Record<PrerenderedPath, string>> = {
  '/plans': PLANS_DESCRIPTION,
  '/': 'Strikewise explains every signal on Nifty 50 and Bank Nifty options and trades with discipline in your own broker account.',
  '/terms': 'What you agree to when you use Strikewise, in numbered parts.',
  '/privacy': 'Which data Strikewise holds, what for, for how long, and who else sees some of it.',
  '/disclosure': 'Most option buyers lose. What can go wrong with automated trading in options, before you begin.',
  '/disclaimer': 'No advice and no promise: what the signals of Strikewise are, and what they cannot do.',
  '/investor-charter':
    'What you can expect of a seller of trading signals, what is yours to check, and where to complain.',
  '/complaints': 'Complaints about Strikewise: received, resolved and pending, by month and financial year.',
  '/features':
    'What Strikewise does today: explained signals, a decision a minute, stops at the exchange, limits you set.',
  '/integrations':
    'What Strikewise connects to, and what it needs for that: your broker, a paper exchange, Telegram, sign-in.',
  '/docs': 'From sign-up to the first automated trade, and what keeps it in bounds. Begin on paper.',
  '/faqs': 'Money and risk, brokers, signals, plans: short answers about Strikewise.',
  '/careers': 'Open positions at Strikewise, announced on this page first.',
  '/community/forum': 'Where users of all plans help each other, and the rules they keep.',
  '/demo': 'One decision of a simulated day with everything it was made from. Your own browser can make it again.',
  '/support': 'How to reach the people behind Strikewise, and where most answers are found sooner.',
  '/api': 'The calls the Strikewise app is made of, for your own programs.',
  '/status': 'What the probes of Strikewise found, minute by minute and over 90 days.',
  '/trade-logs': 'What the showcase account of Strikewise did, read-only, once the session has closed.',
  '/community/top-traders': 'Ranked by discipline, on paper accounts whose owners opted in. Never by returns.',
  '/dpdp': 'Which personal data Strikewise holds, who sees it, and how to use your rights over it.',
  '/record': 'Every signal and every decision, chained and signed by the day, for anybody to download and verify.',
  '/pricing': PLANS_DESCRIPTION,
}

/** Every prerendered screen by its path. */
export const PRERENDERED_SCREENS = Object.fromEntries(
  Object.entries(SCREEN_REGISTRY).filter(([, screen]) => 'file' in screen),
) as unknown as Readonly<Record<PrerenderedPath, PrerenderedScreen>>
