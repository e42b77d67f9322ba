import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { expect, it } from 'vitest'
import { offlineJournal, type JournalFolder } from './offline-journal.ts'

/** What a version wrote whose texts were finished sentences, as it stands in the file: without a checksum, as once was. */
const OLDER_LINES = [
  {
    id: 'b1',
    at: 1,
    epoch: 3,
    changes: [
      {
        type: 'refusal',
        refusal: {
          accountId: 'u1',
          userId: 'u1',
          decisionId: 'd1',
          symbol: 'NIFTY',
          on: '2026-11-20',
          at: 1,
          code: 'user_stop',
          text: 'You have paused new entries.',
        },
      },
      { type: 'lock', lock: { on: '2026-11-20', mode: 'paper', reason: 'loss_cap', at: 1 } },
      { type: 'alarm', code: 'short', tradeId: 't1', text: '65 units were sold.' },
    ],
    notes: [{ userId: 'u1', kind: 'trade_closed', key: 'closed/t1', at: 1, symbol: 'NIFTY', text: 'Sold 65.' }],
  },
]

const NAME = `${Buffer.from('u1').toString('hex')}.3.jsonl`

function folderOf(lines: readonly unknown[]): JournalFolder {
  const content = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
  return {
    names: async () => [NAME],
    read: async () => Buffer.from(content),
    append: async () => {},
    rename: async () => {},
    remove: async () => {},
  }
}

it('reads what an older version wrote while the store was away, its sentences as they were', async () => {
  const { batches, damagedLines } = await offlineJournal(folderOf(OLDER_LINES)).read('u1')
  const [refusal, lock, alarm] = OLDER_LINES[0]!.changes
  const { text, ...stored } = refusal!.refusal!
  expect(batches).toEqual([
    {
      id: 'b1',
      at: 1 as EpochMs,
      epoch: 3,
      changes: [
        { type: 'refusal', refusal: { ...stored, message: { code: 'legacy.text', text } } },
        lock,
        { type: 'alarm', code: 'short', tradeId: 't1', message: { code: 'legacy.text', text: alarm!.text } },
      ],
      notes: [
        {
          userId: 'u1',
          kind: 'trade_closed',
          key: 'closed/t1',
          at: 1,
          symbol: 'NIFTY',
          message: { code: 'legacy.text', text: 'Sold 65.' },
        },
      ],
    },
  ])
  expect(damagedLines).toBe(0)
})

it('reads the rows that a batch goes on from, under their current names', async () => {
  const known = { on: '2026-11-20', journalSeq: 7, changes: [OLDER_LINES[0]!.changes[2]] }
  const { batches } = await offlineJournal(folderOf([{ id: 'b1', at: 1, epoch: 3, changes: [], known }])).read('u1')
  const alarm = {
    type: 'alarm',
    code: 'short',
    tradeId: 't1',
    message: { code: 'legacy.text', text: '65 units were sold.' },
  }
  expect(batches).toEqual([
    { id: 'b1', at: 1, epoch: 3, changes: [], known: { on: '2026-11-20', journalSeq: 7, changes: [alarm] } },
  ])
})

it('reads trades and fills under the names that their fields had before, and those of this version as they are', async () => {
  const settings = { slBuffer: 1000, trailing: true, stopDistance: 4442, firstMid: 29_502 }
  const current = [
    { type: 'trade', trade: { id: 't1', lots: 1, manualExitQuantity: 65, entrySettings: settings } },
    { type: 'fill', on: '2026-11-20', fill: { tradeId: 't1', fillId: 'f1', quantity: 65, isManual: true } },
  ]
  const older = [
    { type: 'trade', trade: { id: 't1', lots: 1, soldByHand: 65, frozen: settings } },
    { type: 'fill', on: '2026-11-20', fill: { tradeId: 't1', fillId: 'f1', quantity: 65, byHand: true } },
  ]
  const lines = [older, current].map((changes, i) => ({ id: `b${i}`, at: 1, epoch: 3, changes }))
  const { batches } = await offlineJournal(folderOf(lines)).read('u1')
  expect(batches.map(({ changes }) => changes)).toEqual([current, current])
})

it('reads exit reasons and alarms under the names that they had before, and those of this version as they are', async () => {
  const alarm = { contract: { symbol: 'NIFTY', expiry: '2026-11-24', strike: 24_500, side: 'CE' }, units: 65 }
  const written = (reason: string, name: string, units: string) => ({
    changes: [
      { type: 'trade', trade: { id: 't1', manualExitQuantity: 65, state: 'closed', exitReason: reason } },
      { type: 'alarm', code: name, tradeId: 't1', message: { code: `alarm.${name}.theirs`, ...alarm, [units]: 65 } },
      {
        type: 'alarm',
        code: name,
        tradeId: null,
        message: { code: 'alarm.figure_unknown', alarm: name, fault: 'net' },
      },
      {
        type: 'alarm',
        code: 'not_permitted',
        tradeId: null,
        message: { code: 'alarm.not_permitted', reason: 'by_hand' },
      },
    ],
    notes: [
      { userId: 'u1', key: 'closed/t1', message: { code: 'notice.trade_closed', reason, net: 100 } },
      {
        userId: 'u1',
        key: `alarm/u1/2026-11-20/${name}/t1`,
        message: { code: `alarm.${name}.ours`, ...alarm, due: 65 },
      },
    ],
  })
  const [older, current] = [
    written('by_hand', 'short_by_hand', 'byHand'),
    written('manual', 'manual_short', 'manualUnits'),
  ]
  const lines = [older, current].map((batch, i) => ({ id: `b${i}`, at: 1, epoch: 3, ...batch }))
  const { batches } = await offlineJournal(folderOf(lines)).read('u1')
  expect(batches.map(({ changes, notes }) => ({ changes, notes }))).toEqual([current, current])
})

it('reads alarms of the offline journal under the names that they had before', async () => {
  const written = (outdated: string, damaged: string) => ({
    changes: [
      { type: 'alarm', code: outdated, tradeId: null, message: { code: `alarm.${outdated}.many`, batches: 2 } },
      { type: 'alarm', code: damaged, tradeId: null, message: { code: `alarm.${damaged}`, records: 1 } },
    ],
    notes: [
      { userId: 'u1', key: `alarm/u1/2026-11-20/${damaged}/`, message: { code: `alarm.${damaged}`, records: 1 } },
    ],
  })
  const current = written('offline_journal_outdated', 'offline_journal_damaged')
  const lines = [{ id: 'b1', at: 1, epoch: 3, ...written('spool_outdated', 'spool_damaged') }]
  const { batches } = await offlineJournal(folderOf(lines)).read('u1')
  expect(batches).toEqual([{ id: 'b1', at: 1, epoch: 3, ...current }])
})

it('reads rejections and alarms of an expired token under the name that they had before, and those of this version as they are', async () => {
  const written = (name: string) => ({
    changes: [
      { type: 'intent', intent: { id: 'i1', outcome: { state: 'refused', at: 1, code: name, text: 'token_dead' } } },
      { type: 'intent', intent: { id: 'i2', outcome: { state: 'refused', at: 1, code: 'funds', text: 'No funds.' } } },
      {
        type: 'intent',
        intent: { id: 'i3', outcome: { state: 'in_doubt', since: 1, notBefore: 1, why: 'token_dead' } },
      },
      { type: 'alarm', code: name, tradeId: 't1', message: { code: `alarm.${name}` } },
      { type: 'alarm', code: name, tradeId: 't1', message: { code: `alarm.${name}.unprotected`, units: 65 } },
      { type: 'alarm', code: name, tradeId: 't1', message: { code: `alarm.${name}.order`, reason: 'token_dead' } },
    ],
    notes: [{ userId: 'u1', key: `alarm/u1/2026-11-20/${name}/t1/65`, message: { code: `alarm.${name}.exiting` } }],
  })
  const [older, current] = [written('token_dead'), written('token_expired')]
  const lines = [older, current].map((batch, i) => ({ id: `b${i}`, at: 1, epoch: 3, ...batch }))
  const { batches } = await offlineJournal(folderOf(lines)).read('u1')
  expect(batches.map(({ changes, notes }) => ({ changes, notes }))).toEqual([current, current])
})

it('reads the key of an alarm that is a sentence under the name of this version', async () => {
  const note = { userId: 'u1', kind: 'alarm', at: 1, symbol: null }
  const changes = [{ type: 'alarm', code: 'short_by_hand', tradeId: 't1', text: 'Short.' }]
  const notes = [{ ...note, key: 'alarm/u1/2026-11-20/short_by_hand/t1', text: 'Short.' }]
  const { batches } = await offlineJournal(folderOf([{ id: 'b1', at: 1, epoch: 3, changes, notes }])).read('u1')
  const message = { code: 'legacy.text', text: 'Short.' }
  expect(batches[0]).toMatchObject({
    changes: [{ type: 'alarm', code: 'manual_short', tradeId: 't1', message }],
    notes: [{ ...note, key: 'alarm/u1/2026-11-20/manual_short/t1', message }],
  })
})
