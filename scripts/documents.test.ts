// Documents stay short, and what they name exists.
import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './command.ts'

/** Columns of a document's line. */
const MAX_COLUMNS = 100
const MAX_README_LINES = 40

const FOLDERS = globSync('{apps,packages}/*/package.json', { cwd: ROOT }).map((file) => dirname(file))
const TOP_FOLDERS = /^(?:\.github|apps|docs|e2e|packages|runtime|scripts|tools)\//

describe.each(FOLDERS)('%s', (folder) => {
  const readme = `${folder}/README.md`

  it('has a README of at most 40 lines of 100 columns', () => {
    expect(existsSync(join(ROOT, readme))).toBe(true)
    expectShort(readme, MAX_README_LINES)
  })

  it('has a README with its purpose, its door and what it never does', () => {
    const headings = linesOf(readme).filter((line) => line.startsWith('#'))
    expect(headings).toEqual([`# ${folder.split('/')[1]}`, '## Door', '## Never'])
  })

  it('has a README that names only paths that exist', () => {
    expect(namedPaths(readme).length).toBeGreaterThan(0)
    expect(missingPaths(readme)).toEqual([])
  })
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
 * included. Code counts from the document's folder when it begins with `src/` or `tests/`, else from the project.
 */
function namedPaths(document: string): string[] {
  const text = linesOf(document).join('\n')
  const links = [...text.matchAll(/\]\((?!https?:|#|mailto:)([^)#]+)/g)].map(([, path]) =>
    join(dirname(document), path!),
  )
  const code = [...text.matchAll(/`([^`\s]+)`/g)].flatMap(([, path]) => {
    if (/^(?:src|tests)\//.test(path!)) return [join(dirname(document), path!)]
    return TOP_FOLDERS.test(path!) ? [path!] : []
  })
  return [...links, ...code]
}

function missingPaths(document: string): string[] {
  return namedPaths(document).filter((path) => globSync(path, { cwd: ROOT }).length === 0)
}
