import { setupI18n, type Messages } from '@lingui/core'
import { expect, it } from 'vitest'
import { servedText, servedTranslation } from './served-text.ts'

const catalogs = import.meta.glob<Messages>(['../locales/hi/trading.po', '../locales/hi/account.po'], {
  import: 'messages',
  eager: true,
})
const hindi = setupI18n({ locale: 'hi', messages: { hi: Object.assign({}, ...Object.values(catalogs)) as Messages } })

it.each([
  ['a text as it stands', 'Neutral', 'न्यूट्रल'],
  ['nothing to translate in a figure', '4', '4'],
  ['two names', 'A trade that is open cannot be entering.', 'जो ट्रेड open है, वह entering नहीं हो सकता।'],
])('finds %s', (_, english, translated) => expect(servedTranslation(hindi, english)).toBe(translated))

it.each(['Nobody wrote this.', 'No trading today: Feast of the Unknown.', 'This no longer holds: Nobody wrote this.'])(
  'leaves whole what it has no translation for: %s',
  (english) => {
    expect(servedTranslation(hindi, english)).toBeUndefined()
    expect(servedText(hindi, english)).toBe(english)
  },
)
