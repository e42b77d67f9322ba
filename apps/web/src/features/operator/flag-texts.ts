import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { FeatureFlag } from '@strikewise/wire/feature-flags.ts'

interface FlagTexts {
  readonly name: MessageDescriptor
  /** What is on with it, and what goes on without. */
  readonly about: MessageDescriptor
}

/** What each optional feature is, for operators. */
export const FLAG_TEXTS = {
  custom_alerts: {
    name: msg`Custom alerts`,
    about: msg`Adding, changing and watching alerts on prices, IV and agents. Off: those on the own loss are still watched.`,
  },
  browser_notifications: {
    name: msg`Browser notifications`,
    about: msg`Registering browsers and sending to them. Off: alerts go to the bell, Telegram and mail only.`,
  },
  program_keys: {
    name: msg`Program keys`,
    about: msg`Making keys, and reading with them. Off: keys still pause and exit, and can be revoked.`,
  },
  manual_entries: {
    name: msg`Manual entries`,
    about: msg`Quotes of tickets, and sending them. Off: tickets that were sent before, and open trades, go on.`,
  },
  contract_history: {
    name: msg`Past sessions of contracts`,
    about: msg`The sessions and minutes in a contract’s panel, read from the stored chains.`,
  },
} satisfies Record<FeatureFlag, FlagTexts>
