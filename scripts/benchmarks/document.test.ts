import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../command.ts'
import { blocksOf, withBlock, writeBlock, type FigureBlock } from './document.ts'
import { figureLine, figuresOf } from './figure-lines.ts'
import { wrapped } from './wrapped.ts'

const EMPTY = '# Figures\n\n## Benches\n\n## Long runs\n'
const block = (id: string, value: string): FigureBlock => ({
  id,
  title: id,
  command: `npm run ${id}`,
  measured: { date: '2026-01-02', commit: 'abcd1234', machine: '2 cores, 8 GiB of memory, Node 26.0.0' },
  table: [
    ['Figure', 'Value'],
    ['speed', value],
  ],
  conditions: ['on nothing in particular'],
})

describe('the document of figures', () => {
  it('gets a new block at the end of its section', () => {
    const text = withBlock(withBlock(EMPTY, 'Long runs', block('drills', '1 s')), 'Benches', block('live', '2 ms'))
    expect(text).toBe(`# Figures

## Benches

<!-- figures live -->

### live

\`npm run live\`, 2026-01-02, commit abcd1234, 2 cores, 8 GiB of memory, Node 26.0.0.

| Figure | Value |
|---|---|
| speed | 2 ms |

- on nothing in particular

<!-- /figures -->

## Long runs

<!-- figures drills -->

### drills

\`npm run drills\`, 2026-01-02, commit abcd1234, 2 cores, 8 GiB of memory, Node 26.0.0.

| Figure | Value |
|---|---|
| speed | 1 s |

- on nothing in particular

<!-- /figures -->
`)
  })

  it('has one block an id: a new run replaces the old one and leaves the others alone', () => {
    const once = withBlock(withBlock(EMPTY, 'Benches', block('a', '1 ms')), 'Benches', block('b', '2 ms'))
    const twice = withBlock(once, 'Benches', block('a', '3 $& ms'))
    expect([...blocksOf(twice).keys()]).toEqual(['a', 'b'])
    expect(blocksOf(twice).get('a')).toContain('| speed | 3 $& ms |')
    expect(blocksOf(twice).get('b')).toBe(blocksOf(once).get('b'))
    expect(withBlock(twice, 'Benches', block('a', '1 ms'))).toBe(once)
  })

  it('is written in place', () => {
    const folder = mkdtempSync(join(tmpdir(), 'figures-'))
    try {
      const file = join(folder, 'figures.md')
      writeFileSync(file, EMPTY)
      writeBlock('Long runs', block('drills', '1 s'), file)
      expect(readFileSync(file, 'utf8')).toBe(withBlock(EMPTY, 'Long runs', block('drills', '1 s')))
    } finally {
      rmSync(folder, { recursive: true })
    }
  })

  it('without the section is refused', () =>
    expect(() => withBlock('# Figures\n', 'Benches', block('a', '1 ms'))).toThrow("no section 'Benches'"))
})

it('figures are read from what a program printed', () => {
  const figures = [
    { name: 'kills', value: '300, at 36 points' },
    { name: 'lost', value: '0' },
  ]
  expect(figuresOf(`round 1\n${figures.map(figureLine).join('\n')}\nfigure without a value\n`)).toEqual(figures)
})

it.each([
  ['short', ['short']],
  [`${'word '.repeat(19)}last more`, [`${'word '.repeat(19)}last`, '  more']],
  ['x'.repeat(120), ['x'.repeat(120)]],
])('%s is wrapped at 100 columns', (text, lines) => expect(wrapped(text, '  ')).toEqual(lines))

// The commands that `--record` is for, and where they print their figures.
it.each([
  ['simulate', 'apps/lab/src/simulate/report.ts'],
  ['planted', 'apps/lab/src/simulate/planted/verdict.ts'],
  ['backtest', 'apps/lab/src/backtest/main.ts'],
  ['drills', 'apps/server/tests/black-box/drills/main.ts'],
  ['kill-loop', 'apps/server/tests/black-box/kill-loop/kill-loop-report.ts'],
  ['storms', 'apps/server/tests/black-box/chaos/main.ts'],
  ['timeouts', 'apps/server/tests/black-box/chaos/lost-replies-main.ts'],
])('npm run %s prints figures that can be recorded', (task, program) => {
  expect(readFileSync(join(ROOT, 'scripts', 'tasks', `${task}.ts`), 'utf8')).toContain('runRecorded(')
  const printed = readFileSync(join(ROOT, program), 'utf8').match(/figure: [^'`]+ \| [^'`]+/g) ?? []
  expect(printed.length).toBeGreaterThan(0)
  expect(figuresOf(printed.join('\n'))).toHaveLength(printed.length)
})
