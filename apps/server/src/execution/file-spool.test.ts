import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { fileSpool } from './file-spool.ts'

let dir: string
beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'strikewise-spool-'))
})
afterEach(() => rmSync(dir, { recursive: true, force: true }))

const batch = (id: string, epoch = 1) => ({
  id,
  at: 1 as EpochMs,
  epoch,
  changes: [{ type: 'alarm', code: 'c', tradeId: null, text: `of ${id}` }] as const,
})

it('gives batches back in order, an account each, until they are cleared', async () => {
  const spool = fileSpool(dir)
  await spool.append('u/1', batch('a'))
  await spool.append('u/1', batch('b'))
  await spool.append('../u2', batch('c'))
  expect(await fileSpool(dir).read('u/1')).toEqual([batch('a'), batch('b')])
  expect(await spool.read('../u2')).toEqual([batch('c')])
  await spool.clear('u/1', 1)
  expect(await spool.read('u/1')).toEqual([])
  expect(await spool.read('nobody')).toEqual([])
})

it('keeps the epochs apart: an executor clears nothing that another has written', async () => {
  const [old, young] = [fileSpool(dir), fileSpool(dir)]
  await young.append('u1', batch('of ten', 10))
  await old.append('u1', batch('of nine', 9))
  expect(await young.read('u1')).toEqual([batch('of nine', 9), batch('of ten', 10)])
  await old.clear('u1', 9)
  expect(await young.read('u1')).toEqual([batch('of ten', 10)])
  await old.append('u1', batch('of nine, late', 9))
  await young.clear('u1', 10)
  expect(await young.read('u1')).toEqual([batch('of nine, late', 9)])
  await young.clear('u1', 9)
  expect(readdirSync(join(dir, 'spool'))).toEqual([])
})

it('leaves out a last line that a crash or a full disk cut off, and goes on behind the one before', async () => {
  const spool = fileSpool(dir)
  await spool.append('u1', batch('a'))
  const [file] = readdirSync(join(dir, 'spool'))
  const cut = () => appendFileSync(join(dir, 'spool', file!), '{"id":"b","at":1,"chan')
  cut()
  expect(await spool.read('u1')).toEqual([batch('a')])
  await spool.append('u1', batch('c'))
  expect(await spool.read('u1')).toEqual([batch('a'), batch('c')])
  await spool.clear('u1', 1)
  cut()
  await spool.append('u1', batch('d'))
  expect(await spool.read('u1')).toEqual([batch('d')])
})
