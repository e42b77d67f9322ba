import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from '../command.ts'
import { wrapped } from './wrapped.ts'

/** Where measured figures stand; commands write them there. */
export const BENCHMARKS = join(ROOT, 'docs', 'benchmarks.md')

/** Parts of the document: micro-benches of `npm run bench`, and the commands that run for minutes or hours. */
export type Section = 'Benches' | 'Long runs'

/** On what and when something was measured. */
export interface Measured {
  /** Day in UTC, YYYY-MM-DD. */
  readonly date: string
  /** Short hash, with a note when files differ from it. */
  readonly commit: string
  /** Cores, memory and Node version. */
  readonly machine: string
}

/** The figures of one command or bench group. */
export interface FigureBlock {
  /** Unique in the document. */
  readonly id: string
  readonly title: string
  readonly command: string
  readonly measured: Measured
  /** The first row is the heads. */
  readonly table: readonly (readonly string[])[]
  /** What was measured on what: a paragraph each. */
  readonly conditions?: readonly string[]
}

/** Puts a block into `file`, in place of the block of the same id. Throws when the document lacks the section. */
export function writeBlock(section: Section, block: FigureBlock, file: string = BENCHMARKS): void {
  writeFileSync(file, withBlock(readFileSync(file, 'utf8'), section, block))
}

/** The document with a block in place of the block of the same id, or at the end of its section. Throws without the section. */
export function withBlock(document: string, section: Section, block: FigureBlock): string {
  const text = blockText(block)
  const old = new RegExp(`<!-- figures ${block.id} -->.*?<!-- /figures -->`, 's')
  if (old.test(document)) return document.replace(old, () => text)
  const start = `\n## ${section}\n`
  const at = document.indexOf(start)
  if (at < 0) throw new Error(`the document of figures has no section '${section}'`)
  const next = document.indexOf('\n## ', at + start.length)
  const end = next < 0 ? document.length : next
  return `${document.slice(0, end).trimEnd()}\n\n${text}\n${next < 0 ? '' : document.slice(end)}`
}

/** What stands between the marks of each block, by id. */
export function blocksOf(document: string): Map<string, string> {
  return new Map(
    [...document.matchAll(/<!-- figures (\S+) -->(.*?)<!-- \/figures -->/gs)].map(([, id, text]) => [id!, text!]),
  )
}

function blockText({ id, title, command, measured, table, conditions = [] }: FigureBlock): string {
  const [heads, ...rows] = table
  return [
    `<!-- figures ${id} -->`,
    '',
    `### ${title}`,
    '',
    ...wrapped(`\`${command}\`, ${measured.date}, commit ${measured.commit}, ${measured.machine}.`),
    '',
    rowText(heads!),
    `|${heads!.map(() => '---|').join('')}`,
    ...rows.map(rowText),
    '',
    ...conditions.flatMap((condition) => [...wrapped(`- ${condition}`, '  ')]),
    ...(conditions.length === 0 ? [] : ['']),
    '<!-- /figures -->',
  ].join('\n')
}

function rowText(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.trim().replaceAll('|', '\\|')).join(' | ')} |`
}
