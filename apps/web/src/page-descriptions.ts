// untranslated: the heads of these pages are made by the build, in English, for those who find them
import type { PublicPath } from './public-pages.ts'

const PLANS = 'Start free. Pay for live agents or for automatic trading in your own account. Each plan line by line.'

/** What search engines show below the title of each page. The build writes them; a browser never loads this file. */
export const PAGE_DESCRIPTIONS: Readonly<Record<PublicPath, string>> = {
  '/plans': PLANS,
  '/': 'Strikewise explains every signal on Nifty 50 and Bank Nifty options and trades with discipline in your own broker account.',
  '/terms': 'What you agree to when you use Strikewise, in numbered parts.',
  '/privacy': 'Which data Strikewise holds, what for, for how long, and who else sees some of it.',
  '/disclosure': 'Most option buyers lose. What can go wrong with automated trading in options, before you begin.',
  '/disclaimer': 'No advice and no promise: what the signals of Strikewise are, and what they cannot do.',
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
  '/trade-logs': 'What the house account of Strikewise did, read-only, once the session has closed.',
  '/community/top-traders': 'Ranked by discipline, on paper accounts whose owners opted in. Never by returns.',
  '/dpdp': 'Which personal data Strikewise holds, who sees it, and how to use your rights over it.',
  '/record': 'Every signal and every decision, chained and signed by the day, for anybody to download and verify.',
  '/pricing': PLANS,
}
