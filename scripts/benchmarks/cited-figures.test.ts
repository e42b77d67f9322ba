// A figure that a document cites was measured: it stands in docs/benchmarks.md, in a block that says when and on what.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from '../command.ts'
import { blocksOf } from './document.ts'

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
const BENCHMARKS = read('docs/benchmarks.md')
const BLOCKS = blocksOf(BENCHMARKS)
const NUMBER = String.raw`(?<![\w.,-])\d[\d.,]*`

/** Units that limits and settings do not have: who writes them measured. */
const MEASURED = new RegExp(
  String.raw`${NUMBER} ?(?:ns|µs|×(?! lot)|[a-z]+/s)(?!\w)|${NUMBER.replace('*', String.raw`*\.\d+`)} m?s\b`,
  'g',
)
/** A README states no limits, so that each number with a unit in it is measured. */
const ANY_UNIT = new RegExp(String.raw`${NUMBER} ?(?:ns|µs|m?s|[kMG]i?B|bytes|×|%|[a-z]+/s|a second)(?!\w)`, 'g')

/** `planted-bugs.md` is written by its command; records say what was known on their day. */
const DOCUMENTS = globSync(['*.md', 'docs/*.md', 'docs/how-to/*.md', '{apps,packages,tools}/*/README.md'], {
  cwd: ROOT,
  exclude: ['docs/benchmarks.md', 'docs/planted-bugs.md'],
})

const figuresIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([figure]) => figure)
const unmeasured = (text: string, pattern: RegExp) =>
  figuresIn(text, pattern).filter((figure) => ![...BLOCKS.values()].some((block) => block.includes(figure)))

it.each([
  ['436 ns a tick, 2.2 × decoding', ['436 ns', '2.2 ×']],
  ['live in 0.2 s, 127 days/s, p99 1.5 ms', ['0.2 s', '127 days/s', '1.5 ms']],
  ['every 10 s, 100 kB, lots × lot size, 95 %', []],
])('measured figures in "%s"', (text, figures) => expect(figuresIn(text, MEASURED)).toEqual(figures))

it.each(DOCUMENTS.filter((file) => file !== 'README.md'))('%s cites only figures of docs/benchmarks.md', (file) =>
  expect(unmeasured(read(file), MEASURED)).toEqual([]),
)

it('README.md cites only figures of docs/benchmarks.md', () =>
  expect(unmeasured(read('README.md'), ANY_UNIT)).toEqual([]))

describe('docs/benchmarks.md', () => {
  it('has each figure in a block', () => {
    const outside = BENCHMARKS.replaceAll(/<!-- figures .*?<!-- \/figures -->/gs, '')
    expect(figuresIn(outside, ANY_UNIT)).toEqual([])
    expect(BLOCKS.size).toBeGreaterThan(10)
  })

  it.each([...BLOCKS])('has day, commit, machine and a table in block %s', (_id, text) => {
    expect(text.replaceAll('\n', ' ')).toMatch(
      /`npm run [^`]+`, \d{4}-\d\d-\d\d, commit [0-9a-f]{8}(?: with changes)?, \d+ cores, .*Node \d[\d.]*\./,
    )
    expect(text.match(/^\| .* \|$/gm)!.length).toBeGreaterThan(1)
  })
})
