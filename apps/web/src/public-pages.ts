// untranslated: the heads of these pages are made by the build, in English, for those who find them
import type { ComponentType } from 'react'
import type { Catalog } from './locales/catalogs.ts'

/** A page that is the same for every visitor: the build makes it ready, the browser only brings it to life. */
export interface PublicPage {
  /** Its file below routes/, which exports a component of the same name. */
  readonly screen: string
  readonly title: string
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
  texts: ['account'],
} as const satisfies PublicPage

const PAGES = {
  '/': {
    screen: 'LandingPage',
    title: 'Strikewise: options signals that explain themselves',
    texts: [],
  },
  '/plans': PLANS,
  '/pricing': { ...PLANS, canonical: '/plans' },
  '/terms': {
    screen: 'legal/TermsPage',
    title: 'Terms of use – Strikewise',
    texts: ['site'],
  },
  '/privacy': {
    screen: 'legal/PrivacyPage',
    title: 'Privacy policy – Strikewise',
    texts: ['site', 'account'],
  },
  '/disclosure': {
    screen: 'legal/DisclosurePage',
    title: 'Risk disclosure – Strikewise',
    texts: ['site'],
  },
  '/disclaimer': {
    screen: 'site/DisclaimerPage',
    title: 'Disclaimer – Strikewise',
    texts: ['site'],
  },
  '/features': {
    screen: 'site/FeaturesPage',
    title: 'Features – Strikewise',
    texts: ['site'],
  },
  '/integrations': {
    screen: 'site/IntegrationsPage',
    title: 'Integrations – Strikewise',
    texts: ['site'],
  },
  '/docs': {
    screen: 'site/DocsPage',
    title: 'User guide – Strikewise',
    texts: ['site'],
  },
  '/faqs': {
    screen: 'site/FaqsPage',
    title: 'Frequently asked questions – Strikewise',
    texts: ['site'],
  },
  '/careers': {
    screen: 'site/CareersPage',
    title: 'Careers – Strikewise',
    texts: ['site'],
  },
  '/community/forum': {
    screen: 'site/ForumPage',
    title: 'Forum – Strikewise',
    texts: ['site'],
  },
  '/demo': {
    screen: 'site/DemoPage',
    title: 'One minute, taken apart – Strikewise',
    texts: ['site', 'trading'],
    asks: true,
  },
  '/support': {
    screen: 'site/SupportPage',
    title: 'Support – Strikewise',
    texts: ['site'],
    asks: true,
  },
  '/api': {
    screen: 'site/ApiPage',
    title: 'API – Strikewise',
    texts: ['site'],
    asks: true,
  },
  '/status': {
    screen: 'site/StatusPage',
    title: 'Status – Strikewise',
    texts: ['site'],
    asks: true,
  },
  '/trade-logs': {
    screen: 'site/TradeLogsPage',
    title: 'Trade logs – Strikewise',
    texts: ['site', 'trading'],
    asks: true,
  },
  '/community/top-traders': {
    screen: 'site/TopTradersPage',
    title: 'Top traders – Strikewise',
    texts: ['site'],
    asks: true,
  },
  '/dpdp': {
    screen: 'site/DpdpPage',
    title: 'Your data – Strikewise',
    texts: ['site', 'account'],
    asks: true,
  },
  '/record': {
    screen: 'RecordPage',
    title: 'The record – Strikewise',
    texts: ['trading'],
    asks: true,
  },
} as const satisfies Readonly<Record<string, PublicPage>>

/** Address of a public page. */
export type PublicPath = keyof typeof PAGES

/** Every public page by its address. What is not here opens with the app. */
export const PUBLIC_PAGES: Readonly<Record<string, PublicPage>> = PAGES

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
