import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { barFolder } from '../testing/bar-file.ts'
import { writeFiles } from './write-files.ts'

const { folder, remove, write } = barFolder()
afterAll(remove)

it('makes folders as needed', () => {
  const name = path.join(folder, 'a/b/report.json')
  writeFiles([{ name, text: '{}' }])
  expect(readFileSync(name, 'utf8')).toBe('{}')
})

it('writes nothing when one of the files cannot be written, and reports which and why', () => {
  const file = write('file', ['in the way'])
  const first = path.join(folder, 'first.json')
  const blocked = path.join(file, 'second.html')
  const all = () =>
    writeFiles([
      { name: first, text: '1' },
      { name: blocked, text: '2' },
    ])
  expect(all).toThrow(`${blocked}: not writable`)
  expect(existsSync(first)).toBe(false)
  expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
})
