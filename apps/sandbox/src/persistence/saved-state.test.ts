import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { JournalFile } from './journal-file.ts'
import { readSavedState, savedStateFileIn } from './saved-state.ts'

const folder = mkdtempSync(join(tmpdir(), 'sandbox-saved-state-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

it.each([
  ['this version', 'context', 'steps'],
  ['an earlier version', 'world', 'cues'],
])('reads the exchange and the steps to come from a file of %s', async (_version, contextName, stepsName) => {
  const data = join(folder, contextName)
  const [context, steps] = [{ nextSeq: 7 }, [{ at: 5 }]]
  const journal = new JournalFile(savedStateFileIn(data))
  await journal.replace(
    new Map<string, unknown>([
      ['market', 'made up'],
      ['clock', 9],
      [contextName, context],
      [stepsName, steps],
    ]),
  )
  await journal.close()
  expect(readSavedState(data, 'made up')).toMatchObject({ exchange: { context }, steps, at: 9 })
})
