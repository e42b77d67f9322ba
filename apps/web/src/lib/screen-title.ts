import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { PUBLIC_PAGES } from '../public-pages.ts'
import { broker } from './broker.ts'

const connectBroker = msg`Connect ${broker}`

/** Names of the screens that no other screen has, by the first part of their address. */
const SCREENS: Readonly<Record<string, MessageDescriptor>> = {
  login: msg`Log in`,
  signup: msg`Create your account`,
  'confirm-email': msg`Confirm your email address`,
  'reset-password': msg`Reset your password`,
  subscribe: msg`Plan`,
  payment: msg`Payment`,
  receipts: msg`Receipt`,
  dashboard: msg`Dashboard`,
  profile: msg`Profile`,
  'change-password': msg`Change password`,
  security: msg`Security`,
  'telegram-setup': msg`Telegram Integration`,
  'trade-settings': msg`Trade Settings`,
  'connect-zerodha': connectBroker,
  'zerodha-connect': connectBroker,
  reports: msg`Reports`,
  why: msg`Why this decision`,
  'support-chat': msg`Support`,
  operator: msg`Operator`,
}

/** What tab, history and screen reader call the screen at `path`, in the language shown. */
export function screenTitle(path: string): string {
  const page = PUBLIC_PAGES[path]
  if (page !== undefined) return page.title
  const name = SCREENS[path.split('/')[1] ?? '']
  return name === undefined ? 'Strikewise' : `${i18n._(name)} – Strikewise`
}
