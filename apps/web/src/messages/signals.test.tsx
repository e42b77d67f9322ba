import { screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ReasonList } from '../features/signals/ReasonList.tsx'
import { restoreLanguage, setLanguage } from '../lib/language.ts'
import { show } from '../testing/render.tsx'
import { signalBody, written } from '../testing/response-bodies.ts'
import { inputText, regimeText, sharedText, translatedText } from './signals.ts'

const rsi = {
  text: 'RSI 14 at 62.4; 50 is neutral.',
  message: { code: 'indicator.rsi', params: { length: 14, rsi: 62.41, even: 50 } },
}
const noLonger = {
  text: 'No longer: No entries before 09:30.',
  message: {
    code: 'flip.no_longer',
    params: {
      reason: { code: 'no_trade.opening_minutes', params: { until: Date.parse('2026-11-20T09:30:00+05:30') } },
    },
  },
}

/** Names an agent: in English by its definition, in Hindi by the catalogue. */
const reaches = {
  text: '',
  message: { code: 'flip.agent_reaches', params: { agent: 'sideways_detector_signal', needed: -0.24, now: 0 } },
}

describe('what agents and the engine show', () => {
  it('is rendered in English as the server renders it', () => {
    expect(translatedText(rsi)).toBe(rsi.text)
    expect(translatedText(noLonger)).toBe(noLonger.text)
    expect(translatedText(reaches)).toBe('Range filter at −0.24 (now 0.00)')
    expect(regimeText('trend_down')).toBe('downtrend')
  })

  describe('in Hindi', () => {
    beforeEach(async () => {
      await restoreLanguage()
      await setLanguage('hi')
    })
    afterEach(() => setLanguage('en'))

    it('is rendered from code and figures, with messages inside it', () => {
      expect(translatedText(rsi)).toBe('RSI 14 अभी 62.4; 50 न्यूट्रल है।')
      expect(translatedText(noLonger)).toMatch(/09:30 से पहले/)
      expect(translatedText(reaches)).toMatch(/रेंज फ़िल्टर/)
      expect(inputText('five_minute_bars')).toMatch(/\p{Script=Devanagari}/u)
    })

    it('stays English where there is no other text: a record of an earlier version, a later code, a missing figure', () => {
      for (const shared of [
        written('RSI 14 is 62.4; 50 is even.'),
        { text: 'Said later.', message: { code: 'indicator.later', params: {} } },
        { text: rsi.text, message: { code: 'indicator.rsi', params: { length: 14 } } },
      ])
        expect([translatedText(shared), sharedText(shared)]).toEqual([undefined, shared.text])
    })

    it('marks what stays English as English', async () => {
      const reasons = [
        { code: 'rsi', ...rsi, effect: 0.3 },
        { code: 'old', ...written('Said before.'), effect: 0 },
      ]
      await show(<ReasonList title="Indicators" signal={signalBody('bullish', { reasons })} />)
      expect(screen.getByText('RSI 14 अभी 62.4; 50 न्यूट्रल है।').closest('[lang]')?.getAttribute('lang')).not.toBe('en')
      expect(screen.getByText('Said before.').getAttribute('lang')).toBe('en')
    })
  })
})
