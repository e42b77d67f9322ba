import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { istDate, istInstant, istText } from '@strikewise/domain/time/ist.ts'
import { afterEach, expect, it } from 'vitest'
import { DEFAULT_START } from '../options.ts'
import { clockFileListener, resumedStart } from './clock-file.ts'

const folder = mkdtempSync(join(tmpdir(), 'clock-file-'))
const file = join(folder, 'day')
afterEach(() => rmSync(file, { force: true }))

it('begins as usual where nothing is remembered', () => {
  expect(resumedStart(null)).toBeUndefined()
  expect(resumedStart(file)).toBeUndefined()
})

it('goes on with the trading day after the newest one seen, at the usual time', () => {
  const listener = clockFileListener(file)
  listener.afterBatch?.(istInstant(istDate('2026-09-17'), 15, 59))
  listener.afterBatch?.(istInstant(istDate('2026-09-18'), 9, 0))
  const usual = istText(DEFAULT_START).slice(11)
  // 18 September 2026 is a Friday.
  expect(istText(resumedStart(file)!)).toBe(`2026-09-21 ${usual}`)
})
