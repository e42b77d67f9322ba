import { setupI18n, type Messages } from '@lingui/core'
import { expect, it } from 'vitest'
import { servedText, servedTranslation } from './served-text.ts'

const catalogs = import.meta.glob<Messages>(['../locales/hi/trading.po', '../locales/hi/account.po'], {
  import: 'messages',
  eager: true,
})
const hindi = setupI18n({ locale: 'hi', messages: { hi: Object.assign({}, ...Object.values(catalogs)) as Messages } })

it.each([
  ['a text as it stands', 'You have paused new entries.', 'आपने नई एंट्री रोक रखी है।'],
  ['nothing to translate in a figure', '4', '4'],
  ['numbers', 'RSI 14 is 61.5; 50 is even.', 'RSI 14 अभी 61.5 है; 50 बराबरी है।'],
  ['a number below zero', 'MACD histogram is -12.30 points.', 'MACD हिस्टोग्राम -12.30 अंक है।'],
  [
    'texts in a row',
    'Only 0.35 of the weight is up to date, 0.60 is needed (old: the candle agent, the spike agent).',
    'भार का केवल 0.35 हिस्सा ताज़ा है, 0.60 चाहिए (पुराने: कैंडल एजेंट, स्पाइक एजेंट)।',
  ],
  [
    'clauses with commas',
    'Near the money: 24500 CE long build-up (bullish, buyers lead); 24550 PE short covering (bearish).',
    'मौजूदा भाव के पास: 24500 CE लॉन्ग बिल्ड-अप (तेज़ी, ख़रीदार आगे); 24550 PE शॉर्ट कवरिंग (मंदी)।',
  ],
  [
    'a sentence in a sentence',
    'This no longer holds: Expiry day: no new entry from 13:30.',
    'यह बात न रहे: एक्सपायरी का दिन: 13:30 से कोई नई एंट्री नहीं।',
  ],
  [
    'a sentence and how long it holds',
    'The first minutes are too wild to enter. Until 09:30.',
    'शुरुआती मिनट एंट्री के लिए बहुत उथल-पुथल वाले होते हैं। 09:30 तक।',
  ],
  ['words nobody can list', 'Trading is stopped by the operator: drill 7.', 'संचालक ने ट्रेडिंग रोकी है: drill 7।'],
  ['two names', 'A trade that is open cannot be entering.', 'जो ट्रेड open है, वह entering नहीं हो सकता।'],
  [
    'a device and its address',
    'New login to your account: A program, address 127.0.0.1. If it was not you, change your password and log that device out.',
    'आपके खाते में लॉगिन हुआ: कोई प्रोग्राम, पता 127.0.0.1। अगर यह आप नहीं थे, तो अपना पासवर्ड बदलें और उस डिवाइस से लॉगआउट करें।',
  ],
  [
    'a refused entry and what to do',
    'NIFTY: One lot can lose ₹1,950; the risk budget is ₹1,000.\nDeclare more capital in the risk settings, if you have it.',
    'NIFTY: एक लॉट में ₹1,950 का नुकसान हो सकता है; जोखिम बजट ₹1,000 है।\nअगर आपके पास है तो जोखिम सेटिंग्स में ज़्यादा पूँजी बताएँ।',
  ],
  [
    'what was sold',
    'Paper: Sold 75 NIFTY 24 Nov 24500 CE: +₹634.00 after charges.',
    'पेपर: NIFTY 24 Nov 24500 CE के 75 यूनिट बेचे; शुल्क के बाद +₹634.00।',
  ],
  [
    'the parts of a pattern',
    'Bearish engulfing on the bar that ended at 10:35, on a small range, followed by a doji.',
    '10:35 पर पूरे हुए बार पर बेयरिश एंगल्फ़िंग, छोटी रेंज पर, उसके बाद डोजी।',
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
