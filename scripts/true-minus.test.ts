import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './command.ts'

/*
 * A figure below zero has a true minus (U+2212) on every screen. The formatters of `packages/domain/src/money/format.ts` write
 * it; the runtime's own write a hyphen. Files where theirs is in place, and why.
 */
const OWN_FORMAT: Readonly<Record<string, string>> = {
  'features/indices/day-range.ts': 'coordinates of a drawing',
  'features/market-chart/PayoffChart.tsx': 'coordinates of a drawing',
  'features/option-chain/ChainReadingStrip.tsx': 'a ratio, and the scale of a drawing',
  'features/public-log/DaysTable.tsx': 'a count',
  'features/public-log/VerdictNotice.tsx': 'a count',
  'features/reports/date-text.ts': 'the size of an amount: its sign is written apart',
  'features/ticket/TicketDialog.tsx': 'values of fields, which are read back as numbers',
}

const WEB = join(ROOT, 'apps/web/src')
const files = globSync('**/*.{ts,tsx}', { cwd: WEB }).filter(
  (file) => !/\.test\.tsx?$/.test(file) && !file.startsWith('testing/'),
)
const read = (file: string) => readFileSync(join(WEB, file), 'utf8')

describe('figures on screens', () => {
  it('are formatted by the formatters that write a true minus', () => {
    const others = files.filter((file) =>
      /\.(?:toFixed|toPrecision|toLocaleString)\(|\bIntl\.NumberFormat/.test(read(file)),
    )
    expect(others.toSorted()).toEqual(Object.keys(OWN_FORMAT).toSorted())
  })

  it('have no hyphen before a rupee sign, or before a figure in braces', () => {
    const hyphens = files.filter((file) => /-₹|>\s*-\{/.test(read(file)))
    expect(hyphens).toEqual([])
  })
})
