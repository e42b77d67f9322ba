// Documents stay short, and what they name exists.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './command.ts'

/** Columns of a document's line. */
const MAX_COLUMNS = 100
const MAX_README_LINES = 40
/** Of the whole project's. */
const MAX_PROJECT_README_LINES = 80
const MAX_ARCHITECTURE_LINES = 250

const FOLDERS = globSync('{apps,packages,tools}/*/package.json', { cwd: ROOT }).map((file) => dirname(file))
/** Documents of the whole project. */
const DOCUMENTS = globSync(['*.md', 'docs/*.md', 'docs/how-to/*.md'], { cwd: ROOT }).toSorted()
/** Written before documents had a width: each leaves the list when it is next rewritten. */
const WIDE = new Set(['SECURITY.md', 'docs/planted-bugs.md', 'docs/production.md', 'docs/sandbox.md'])
const TOP_FOLDERS = /^(?:\.github|apps|docs|e2e|packages|runtime|scripts|tools)\//

describe.each(FOLDERS)('%s', (folder) => {
  const readme = `${folder}/README.md`

  it('has a README of at most 40 lines of 100 columns', () => {
    expect(existsSync(join(ROOT, readme))).toBe(true)
    expectShort(readme, MAX_README_LINES)
  })

  it('has a README with its purpose, its entry points and what it never does', () => {
    const headings = linesOf(readme).filter((line) => line.startsWith('#'))
    expect(headings).toEqual([`# ${folder.split('/')[1]}`, '## Entry points', '## Never'])
  })

  it('has a README that names only paths that exist', () => {
    expect(namedPaths(readme).length).toBeGreaterThan(0)
    expect(missingPaths(readme)).toEqual([])
  })
})

it('README.md has at most 80 lines', () => {
  expect(linesOf('README.md').length).toBeLessThanOrEqual(MAX_PROJECT_README_LINES)
})

it('docs/how-to/README.md lists each how-to', () => {
  const listed = namedPaths('docs/how-to/README.md')
  const written = globSync('docs/how-to/*.md', { cwd: ROOT }).filter((file) => !file.endsWith('README.md'))
  expect(listed.toSorted()).toEqual(written.toSorted())
})

/** Keys of which the compiler requires an entry each in some files, by the how-to that lists these files. */
const EXHAUSTIVE_LISTS = [
  ['docs/how-to/add-a-route.md', 'RouteName|ReadCall'],
  ['docs/how-to/add-a-screen.md', 'ScreenPath|PrerenderedPath|RoutePath'],
  ['docs/how-to/add-a-parameter.md', 'keyof StoredRiskLimits|keyof LimitSettings|SettingName'],
] as const

it.each(EXHAUSTIVE_LISTS)('%s names each file with a list of every %s', (document, keys) => {
  const list = new RegExp(
    String.raw`(?:^(?:export )?const \w+:|satisfies) (?:Readonly<Record<|\{ readonly \[\w+ in )(?:${keys})\b`,
    'm',
  )
  const sources = globSync('{apps,packages}/*/{src,tests}/**/*.{ts,tsx}', { cwd: ROOT })
  const files = sources.filter((file) => list.test(readFileSync(join(ROOT, file), 'utf8')))
  expect(files.length).toBeGreaterThan(1)
  const named = namedPaths(document)
  expect(files.filter((file) => !named.includes(file))).toEqual([])
})

describe('ARCHITECTURE.md', () => {
  it('has at most 250 lines of 100 columns', () => {
    expectShort('ARCHITECTURE.md', MAX_ARCHITECTURE_LINES)
  })

  it('draws roles, a tick, an order and a restart', () => {
    const text = readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8')
    const diagrams = [...text.matchAll(/## (.+)\n\n```mermaid\n(\w+)([^`]+)```/g)]
    // Mermaid ends a statement there.
    expect(diagrams.filter(([, , , body]) => body!.includes(';'))).toEqual([])
    expect(diagrams.map(([, heading, kind]) => [heading, kind])).toEqual([
      ['Roles', 'flowchart'],
      ['Sequence of a tick', 'sequenceDiagram'],
      ['Sequence of an order', 'sequenceDiagram'],
      ['Sequence of a restart', 'sequenceDiagram'],
    ])
  })
})

it.each(DOCUMENTS)('%s names only paths that exist', (document) => {
  expect(missingPaths(document)).toEqual([])
})

it.each(DOCUMENTS.filter((document) => !WIDE.has(document)))('%s has at most 100 columns', (document) => {
  expectShort(document, Infinity)
})

function linesOf(document: string): string[] {
  return readFileSync(join(ROOT, document), 'utf8').trimEnd().split('\n')
}

function expectShort(document: string, maxLines: number): void {
  const lines = linesOf(document)
  expect(lines.length).toBeLessThanOrEqual(maxLines)
  expect(lines.filter((line) => line.length > MAX_COLUMNS)).toEqual([])
}

/**
 * Paths a document names: relative links, and code such as `src/main.ts` or `apps/server/src/store`, globs and braces
 * included. In a package's README code that begins with `src/` or `tests/` counts from its folder, else from the project.
 */
function namedPaths(document: string): string[] {
  const text = linesOf(document).join('\n')
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, path]) =>
    join(dirname(document), path!),
  )
  const pictures = [...text.matchAll(/\b(?:src|srcset)="([^"]+)"/g)].map(([, path]) => join(dirname(document), path!))
  const code = [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, path]) => {
    if (/^(?:apps|packages|tools)\//.test(document) && /^(?:src|tests)\//.test(path!))
      return [join(dirname(document), path!)]
    return TOP_FOLDERS.test(path!) ? [path!] : []
  })
  return [...links, ...pictures, ...code]
}

function missingPaths(document: string): string[] {
  // `<name>` stands for any.
  return namedPaths(document).filter((path) => globSync(path.replaceAll(/<[^>]+>/g, '*'), { cwd: ROOT }).length === 0)
}

it('numbers the decisions in turn, as their heads have them', () => {
  const records = globSync('docs/decisions/0*.md', { cwd: ROOT }).toSorted()
  expect(records.map((file) => /\/(\d{4})-/.exec(file)?.[1])).toEqual(
    records.map((_, i) => String(i + 1).padStart(4, '0')),
  )
  for (const [i, file] of records.entries())
    expect(readFileSync(join(ROOT, file), 'utf8')).toMatch(new RegExp(String.raw`^# (?:Record )?0*${i + 1}\b`))
})
