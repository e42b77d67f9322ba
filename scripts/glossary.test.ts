import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './command.ts'

/** `- **Concept** (`name`, …): meaning. `path`` */
const ENTRY = /^\*\*(?<concept>[^*]+)\*\* \((?<names>[^)]+)\): .+ `(?<path>[^` ]+)`$/

const entries = readFileSync(join(ROOT, 'docs/glossary.md'), 'utf8')
  .split(/\n(?:- |## .+\n\n- )/)
  .slice(1)
  .map((entry) =>
    entry
      .replaceAll(/\s+/g, ' ')
      .replace(/ ## .+$/, '')
      .trim(),
  )

it('has terms', () => expect(entries.length).toBeGreaterThan(100))

// A reader is misled by a term that the code has dropped or moved.
it.each(entries)('%s', (entry) => {
  const { names, path } = ENTRY.exec(entry)?.groups ?? {}
  expect({ names, path }).toEqual({ names: expect.any(String), path: expect.any(String) })
  const source = readFileSync(join(ROOT, path!), 'utf8')
  for (const [, name] of names!.matchAll(/`(\w+)`/g)) expect(source).toMatch(new RegExp(`\\b${name}\\b`))
})

it('names each concept once', () => {
  const concepts = entries.map((entry) => ENTRY.exec(entry)?.groups?.['concept'])
  expect(concepts.filter((one, at) => concepts.indexOf(one) !== at)).toEqual([])
})
