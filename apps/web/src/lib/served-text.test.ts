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
  [
    'a device and its address',
    'New login to your account: A program, address 127.0.0.1. If it was not you, change your password and log that device out.',
    'आपके खाते में लॉगिन हुआ: कोई प्रोग्राम, पता 127.0.0.1। अगर यह आप नहीं थे, तो अपना पासवर्ड बदलें और उस डिवाइस से लॉगआउट करें।',
  ],
  [
    'what was sold',
    'Paper: Sold 75 NIFTY 24 Nov 24500 CE: +₹634.00 after charges.',
    'पेपर: NIFTY 24 Nov 24500 CE के 75 यूनिट बेचे; शुल्क के बाद +₹634.00।',
  ],
  [
    'an entry of fewer lots than armed',
    'Paper: Bought 130 NIFTY 24000 CE at ₹150.10. Stop at ₹120.10. 2 of 4 lots: your risk budget allows no more.',
    'पेपर: NIFTY 24000 CE के 130 यूनिट ₹150.10 पर ख़रीदे। स्टॉप ₹120.10 पर। 4 में से 2 लॉट: आपका जोखिम बजट इससे ज़्यादा की अनुमति नहीं देता।',
  ],
])('finds %s', (_, english, translated) => expect(servedTranslation(hindi, english)).toBe(translated))

it.each(['Nobody wrote this.', 'No trading today: Feast of the Unknown.', 'This no longer holds: Nobody wrote this.'])(
  'leaves whole what it has no translation for: %s',
  (english) => {
    expect(servedTranslation(hindi, english)).toBeUndefined()
    expect(servedText(hindi, english)).toBe(english)
  },
)
