import { istDate } from '@strikewise/domain/time/ist.ts'
import type { LegalText } from './legal-text.ts'

/** The privacy policy, as its page shows it. A change of a word is a new text: give it a new date. */
export const PRIVACY_POLICY: LegalText = {
  version: '2025-07-17',
  updated: { code: 'legal.updated', on: istDate('2025-07-17') },
  sections: [
    [
      'What is stored',
      'Your name and e-mail address, your plan, your settings and consents, your broker’s keys in encrypted form, and the orders and trades made for you.',
    ],
    [
      'What it is for',
      'To show you signals, to trade by your settings, to send the alerts you ask for, and to keep the records the law asks for. It is not sold.',
    ],
    [
      'Secrets',
      'API secrets and access tokens are encrypted, are never shown again, and are read only by the part that places orders.',
    ],
    [
      'How long',
      'Personal data is kept for up to 90 days after the account ends. The trail of orders is kept longer where the law requires it, without your name.',
    ],
    [
      'Your rights',
      'You may see, correct, export and erase your data. An account with an open position is erased once it is flat.',
    ],
    [
      'On your device',
      'A session cookie signs you in. Local storage keeps your theme and the label of your subscription, no secret.',
    ],
  ],
}
