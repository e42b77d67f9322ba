import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { istDate } from './ist.ts'
import { ordinaryHours } from './session-hours.ts'

const csv = fileURLToPath(new URL('../../../../../shared/data/calendar/session_rules.csv', import.meta.url))

describe.skipIf(!existsSync(csv))('the session hours (skipped without ../shared/data)', () => {
  const rows = existsSync(csv)
    ? readFileSync(csv, 'utf8')
        .trim()
        .split('\n')
        .slice(1)
        .map((line) => line.split(','))
        .filter((row) => row[3] === 'continuous')
    : []
  const minutes = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

  it.each(rows)('from %s to %s: %s, %s %s to %s', (from, to, segment, _phase, start, end) => {
    for (const day of [from, to].filter((text) => text !== '')) {
      const hours = ordinaryHours(istDate(day))
      expect(hours.open).toBe(minutes(start))
      expect(segment.startsWith('index') ? hours.indexEnd : hours.close).toBe(minutes(end))
    }
  })
})
