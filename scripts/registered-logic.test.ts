// @invariant registered-logic
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './command.ts'
import { codeHash, LOGIC_FILE, logicFiles, logicFileText } from './registered-logic.ts'

const files = logicFiles()

describe('the registered logic', () => {
  it('is the one that decides', () =>
    expect(
      readFileSync(join(ROOT, LOGIC_FILE), 'utf8'),
      `What decides has changed, and with it the logic that the exchange knows. If that is meant: raise SIGNALS_VERSION
where an output changes, run "node scripts/tasks/registered-logic.ts" and commit ${LOGIC_FILE}; who trades live registers the new
hash with the exchange (docs/production.md, "Registered logic").`,
    ).toBe(logicFileText()))

  it('consists of the deciding agents, the engine and the planner of entries, and of no shadow agent', () => {
    expect(files).toContain('packages/signals/src/decision/engine.ts')
    expect(files).toContain('packages/signals/src/agents/candle-signal.ts')
    expect(files).toContain('packages/signals/src/registry/decision-params.ts')
    expect(files.filter((file) => /momentum|shadow|learning|recording/.test(file))).toEqual([])
  })

  it('has another hash with a changed number, and the same with another comment or line break', () => {
    const read = (file: string) => readFileSync(join(ROOT, file), 'utf8')
    const known = codeHash(files)
    const changed = (edit: (text: string) => string) =>
      codeHash(files, (file) => (file.endsWith('decision/engine.ts') ? edit(read(file)) : read(file)))
    expect(changed((text) => `// A comment.\n\n${text}`)).toBe(known)
    expect(changed((text) => `${text}\nexport const more = 1\n`)).not.toBe(known)
  })
})
