// untranslated: the heads of these pages are made by the build, in English, for whoever finds them
import type { ComponentType } from 'react'
import type { Catalog } from './locales/catalogs.ts'

/** A page that is the same for every visitor: the build makes it ready, the browser only brings it to life. */
export interface PublicPage {
  /** Its file below routes/, which exports a component of the same name. */
  readonly screen: string
  readonly title: string
  readonly description: string
  /** What it shows texts of beside the frame of all public pages. */
  readonly texts: readonly Catalog[]
  /** It asks the server: a query cache and toasts stand around it. */
  readonly asks?: true
  /** Where its content is at home, when that is another address. */
  readonly canonical?: string
}

const PLANS = {
  screen: 'PlansPage',
  title: 'Plans and pricing – Strikewise',
  description:
    'Start free and look around. Pay for live agents, or for trades executed in your own broker account. Each plan line by line.',
  texts: ['account'],
} as const satisfies PublicPage

/** Every public page by its address. What is not here opens with the app. */
export const PUBLIC_PAGES: Readonly<Record<string, PublicPage>> = {
  '/': {
    screen: 'LandingPage',
    title: 'Strikewise: options signals that explain themselves',
    description:
      'Strikewise explains every signal on Nifty 50 and Bank Nifty options and trades with discipline in your own broker account.',
    texts: [],
  },
  '/plans': PLANS,
  '/pricing': { ...PLANS, canonical: '/plans' },
  '/terms': {
    screen: 'legal/TermsPage',
    title: 'Terms of use – Strikewise',
    description: 'What you agree to when you use Strikewise, in numbered parts.',
    texts: ['site'],
  },
  '/privacy': {
    screen: 'legal/PrivacyPage',
    title: 'Privacy policy – Strikewise',
    description: 'Which data Strikewise holds, what for, for how long, and who else sees some of it.',
    texts: ['site', 'account'],
  },
  '/disclosure': {
    screen: 'legal/DisclosurePage',
    title: 'Risk disclosure – Strikewise',
    description: 'Most option buyers lose. What can go wrong with automated trading in options, before you begin.',
    texts: ['site'],
  },
  '/disclaimer': {
    screen: 'site/DisclaimerPage',
    title: 'Disclaimer – Strikewise',
    description: 'No advice and no promise: what the signals of Strikewise are, and what they cannot do.',
    texts: ['site'],
  },
  '/features': {
    screen: 'site/FeaturesPage',
    title: 'Features – Strikewise',
    description:
      'What Strikewise does today: explained signals, a decision a minute, stops at the exchange, limits you set.',
    texts: ['site'],
  },
  '/integrations': {
    screen: 'site/IntegrationsPage',
    title: 'Integrations – Strikewise',
    description:
      'What Strikewise connects to, and what it needs for that: your broker, a paper exchange, Telegram, sign-in.',
    texts: ['site'],
  },
  '/docs': {
    screen: 'site/DocsPage',
    title: 'User guide – Strikewise',
    description: 'From sign-up to the first automated trade, and what keeps it in bounds. Begin on paper.',
    texts: ['site'],
  },
  '/faqs': {
    screen: 'site/FaqsPage',
    title: 'Frequently asked questions – Strikewise',
    description: 'Money and risk, brokers, signals, plans: short answers about Strikewise.',
    texts: ['site'],
  },
  '/careers': {
    screen: 'site/CareersPage',
    title: 'Careers – Strikewise',
    description: 'Open positions at Strikewise, first told of on this page.',
    texts: ['site'],
  },
  '/community/forum': {
    screen: 'site/ForumPage',
    title: 'Forum – Strikewise',
    description: 'Where users of all plans help each other, and the rules they keep.',
    texts: ['site'],
  },
  '/demo': {
    screen: 'site/DemoPage',
    title: 'A minute, opened up – Strikewise',
    description:
      'One decision of a simulated day with everything it was made from. Your own browser can make it again.',
    texts: ['site', 'trading'],
    asks: true,
  },
  '/support': {
    screen: 'site/SupportPage',
    title: 'Support – Strikewise',
    description: 'How to reach the people behind Strikewise, and where most answers are found sooner.',
    texts: ['site'],
    asks: true,
  },
  '/api': {
    screen: 'site/ApiPage',
    title: 'API – Strikewise',
    description: 'The calls the Strikewise app is made of, for your own programs.',
    texts: ['site'],
    asks: true,
  },
  '/status': {
    screen: 'site/StatusPage',
    title: 'Status – Strikewise',
    description: 'What the probes of Strikewise found, minute by minute and over 90 days.',
    texts: ['site'],
    asks: true,
  },
  '/trade-logs': {
    screen: 'site/TradeLogsPage',
    title: 'Trade logs – Strikewise',
    description: 'What the house account of Strikewise did, read-only, once the session has closed.',
    texts: ['site', 'trading'],
    asks: true,
  },
  '/community/top-traders': {
    screen: 'site/TopTradersPage',
    title: 'Top traders – Strikewise',
    description: 'Ranked by discipline, on paper accounts whose owners opted in. Never by returns.',
    texts: ['site'],
    asks: true,
  },
  '/dpdp': {
    screen: 'site/DpdpPage',
    title: 'Your data – Strikewise',
    description: 'Which personal data Strikewise holds, who sees it, and how to use your rights over it.',
    texts: ['site', 'account'],
    asks: true,
  },
  '/record': {
    screen: 'RecordPage',
    title: 'The record – Strikewise',
    description: 'Every signal and every decision, chained and signed by the day, for anybody to download and verify.',
    texts: ['trading'],
    asks: true,
  },
}

const screens = import.meta.glob<Record<string, ComponentType>>([
  './routes/{LandingPage,PlansPage,RecordPage}.tsx',
  './routes/{legal,site}/*Page.tsx',
])

/** Loads the component of a page, as a chunk of its own. */
export async function loadScreen({ screen }: PublicPage): Promise<ComponentType> {
  const module = await screens[`./routes/${screen}.tsx`]?.()
  const component = module?.[screen.slice(screen.lastIndexOf('/') + 1)]
  if (component === undefined) throw new Error(`There is no screen ${screen}.`)
  return component
}
