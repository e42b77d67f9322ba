import { expect, it } from 'vitest'
import { epochOf, istDay, istMinute, istTime, wireTime } from './ist-format.ts'

it('writes instants on the clock of India, whatever the zone of the machine', () => {
  const at = epochOf('2026-11-20T23:59:59Z')!
  expect([istDay(at), istMinute(at), istTime(at)]).toEqual(['21 Nov 2026', '05:29', '05:29:59'])
})

it('shows what is no instant as it came, and nothing as a dash', () => {
  expect(wireTime('soon')).toBe('soon')
  expect(wireTime(null)).toBe('–')
  expect(epochOf('soon')).toBeUndefined()
})
