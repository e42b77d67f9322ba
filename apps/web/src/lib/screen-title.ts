import { PUBLIC_PAGES } from '../public-pages.ts'

/** Names of the screens that are nobody else's, by the first part of their address. */
const SCREENS: Readonly<Record<string, string>> = {
  login: 'Log in',
  signup: 'Create your account',
  'reset-password': 'Reset your password',
  subscribe: 'Plan',
  payment: 'Payment',
  receipts: 'Receipt',
  dashboard: 'Dashboard',
  profile: 'Profile',
  'change-password': 'Change password',
  security: 'Security',
  'telegram-setup': 'Telegram Integration',
  'trade-settings': 'Trade Settings',
  'connect-zerodha': 'Connect Zerodha',
  'zerodha-connect': 'Connect Zerodha',
  reports: 'Reports',
  why: 'Why this decision',
  operator: 'Operator',
}

/** What tab, history and screen reader call the screen at `path`. */
export function screenTitle(path: string): string {
  const page = PUBLIC_PAGES[path]
  if (page !== undefined) return page.title
  const name = SCREENS[path.split('/')[1] ?? '']
  return name === undefined ? 'Strikewise' : `${name} – Strikewise`
}
