import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { ScriptedChooser, type FaultDecision } from '../chance/chooser.ts'
import { OfflineJournalFiles } from './offline-journal-files.ts'

const batch = (id: string, epoch = 1) => ({
  id,
  at: 1 as EpochMs,
  epoch,
  changes: [{ type: 'alarm', code: 'c', tradeId: null, message: legacyText(`of ${id}`) }] as const,
})
const ids = (batches: readonly { readonly id: string }[]) => batches.map(({ id }) => id)
const damage = (alternative: number): FaultDecision => ({
  kind: 'journal_damaged',
  entity: 'u1',
  ordinal: 0,
  alternative,
})
const filesWith = (...decisions: FaultDecision[]) => new OfflineJournalFiles(new ScriptedChooser(decisions))

it.each([
  [1, ['a', 'c'], 1],
  [2, ['a', 'b'], 1],
  [3, [], 1],
  [4, [], 1],
  [5, ['a', 'c'], 2],
])(
  'loses by way %i of damage what the program cannot read, and knows what that was',
  async (way, left, damagedLines) => {
    const files = filesWith(damage(way))
    const port = files.on(0)
    for (const id of ['a', 'b', 'c']) await port.append('u1', batch(id))
    const { batches, ...content } = await port.read('u1')
    expect([ids(batches), content]).toEqual([left, { damagedLines, epochs: [1] }])
    expect(ids(files.get('u1'))).toEqual(left)
    expect(ids(files.lost[0]!.batches)).toEqual(['a', 'b', 'c'].filter((id) => !left.includes(id)))
    expect(files.waiting()).toEqual([0])
    await port.clear('u1', 1)
    expect([files.waiting(), files.get('u1')]).toEqual([[], []])
  },
)

it('lets a machine find what another has written, beside its own', async () => {
  const files = filesWith({ kind: 'journal_of_another', entity: 'u1', ordinal: 0, alternative: 1 })
  await files.on(0).append('u1', batch('a', 1))
  await files.on(1).append('u1', batch('b', 2))
  expect(ids((await files.on(1).read('u1')).batches)).toEqual(['a', 'b'])
  await files.on(1).clear('u1', 1)
  expect(ids((await files.on(0).read('u1')).batches)).toEqual(['a'])
  expect(files.waiting()).toEqual([0, 1])
})

it.each([
  ['once', 1, []],
  ['from then on', 2, ['a', 'c']],
])('may refuse to rename a damaged file, %s, which waits only for what is added to it', async (_, way, read) => {
  const files = filesWith(damage(1), {
    kind: 'journal_rename_refused',
    entity: 'u1',
    ordinal: 0,
    alternative: way,
  })
  const port = files.on(0)
  for (const id of ['a', 'b', 'c']) await port.append('u1', batch(id))
  await port.read('u1')
  await port.clear('u1', 1)
  expect([files.waiting(), files.isWaiting(0, 'u1'), files.get('u1')]).toEqual([[], false, []])
  await port.append('u1', batch('d'))
  expect([files.waiting(), files.isWaiting(0, 'u1'), ids(files.get('u1'))]).toEqual([[0], true, ['d']])
  const { batches, damagedLines } = await port.read('u1')
  expect([ids(batches), damagedLines]).toEqual([['a', 'c', 'd'], 0])
  await port.clear('u1', 1)
  expect([files.waiting(), ids((await port.read('u1')).batches)]).toEqual([[], read.length === 0 ? [] : [...read, 'd']])
})
