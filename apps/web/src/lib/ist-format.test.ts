import { expect, it } from 'vitest'
import { epochOf, istDay, istMinute, istTime, wireDay, wireTime } from './ist-format.ts'
import { restoreLanguage, setLanguage } from './language.ts'

it('writes instants on the clock of India, whatever the zone of the machine', () => {
  const at = epochOf('2026-11-20T23:59:59Z')!
  expect([istDay(at), istMinute(at), istTime(at)]).toEqual(['21 Nov 2026', '05:29', '05:29:59'])
})

it('names the month in the language shown, with Latin digits', async () => {
  await restoreLanguage(['shell'])
  await setLanguage('hi')
  expect(wireDay('2026-09-20T06:00:00+05:30')).toBe('20 सितंबर 2026')
  await setLanguage('en')
  expect(wireDay('2026-09-20T06:00:00+05:30')).toBe('20 Sep 2026')
})

it('shows what is no instant as it came, and nothing as a dash', () => {
  expect(wireTime('soon')).toBe('soon')
  expect(wireDay('soon')).toBe('soon')
  expect(wireTime(null)).toBe('–')
  expect(epochOf('soon')).toBeUndefined()
})
