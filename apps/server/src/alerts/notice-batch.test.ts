import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { noticeBatch } from './notice-batch.ts'

const at = 1 as EpochMs
const over = { kind: 'attention', key: 'over', at, message: { code: 'alert.pause_over' }, link: null } as const
const overAgain = { ...over, key: 'over again' }

it('holds what goes to many users once', () => {
  const userIds = Array.from({ length: 1_000 }, (_, i) => `u${i}`)
  const alerts = userIds.map((userId) => ({ ...over, message: { ...over.message }, userId }))
  const batch = noticeBatch(alerts)
  expect(batch.contents).toEqual([{ ...over, number: 0, message: { code: 'alert.pause_over', params: {} } }])
  expect([batch.userIds, new Set(batch.contentNumbers)]).toEqual([userIds, new Set([0])])
  expect(batch.contentNumbers).toHaveLength(1_000)
})

it.each([
  ['key', { key: 'other' }],
  ['kind', { kind: 'account_changed' }],
  ['time', { at: 2 as EpochMs }],
  ['message', { message: { code: 'alert.feed_back', since: at } }],
  ['link', { link: '/app' }],
] as const)('keeps alerts of another %s apart', (_what, other) => {
  const batch = noticeBatch([
    { ...over, userId: 'u1' },
    { ...over, ...other, userId: 'u1' },
    { ...over, userId: 'u2' },
  ])
  expect([batch.contents.length, batch.userIds, batch.contentNumbers]).toEqual([2, ['u1', 'u1', 'u2'], [0, 1, 0]])
})

it('keeps the order of the alerts', () => {
  const batch = noticeBatch([
    { ...overAgain, userId: 'u2' },
    { ...over, userId: 'u1' },
    { ...overAgain, userId: 'u1' },
  ])
  expect([batch.contents.map(({ key }) => key), batch.userIds, batch.contentNumbers]).toEqual([
    ['over again', 'over'],
    ['u2', 'u1', 'u1'],
    [0, 1, 0],
  ])
})
