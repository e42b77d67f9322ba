import { chmodSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { privateFolder } from './private-folder.ts'

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8)

it.each([0o755, 0o777, 0o770, 0o701, 0o700])('closes a folder of mode %o to all other users of the machine', (mode) => {
  const parent = mkdtempSync(join(tmpdir(), 'strikewise-mode-'))
  const path = join(parent, 'data')
  privateFolder(path)
  expect(modeOf(path)).toBe('700')
  chmodSync(path, mode)
  privateFolder(path)
  expect(modeOf(path)).toBe('700')
  rmSync(parent, { recursive: true })
})
