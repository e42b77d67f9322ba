import { expect, it } from 'vitest'
import { readStreamFrame, readTopic, topicText, type StreamTopic } from './live-stream.ts'
import { istDate } from '@strikewise/domain/time/ist.ts'

const date = istDate('2026-11-20')

it.each<[text: string, topic: StreamTopic]>([
  ['liveIndices', { route: 'liveIndices' }],
  ['signals.BANKNIFTY', { route: 'signals', symbol: 'BANKNIFTY' }],
  ['optionChainTable.NIFTY', { route: 'optionChainTable', symbol: 'NIFTY' }],
  ['optionChainDetails.BANKNIFTY.all', { route: 'optionChainDetails', symbol: 'BANKNIFTY', strikes: 'all' }],
  ['decisions.NIFTY.2026-11-20', { route: 'decisions', symbol: 'NIFTY', date }],
  ['livePnl.2026-11-20', { route: 'livePnl', date }],
])('%s names a topic', (text, topic) => {
  expect(readTopic(text)).toEqual(topic)
  expect(topicText(topic)).toBe(text)
})

it.each([
  '',
  'me',
  'liveIndices.NIFTY',
  'signals',
  'signals.SENSEX',
  'signals.NIFTY.all',
  'optionChainTable',
  'optionChainTable.all',
  'optionChainTable.NIFTY.near',
  'optionChainTable.NIFTY.all.all',
  'livePnl.2026-02-30',
  'constructor',
  '__proto__',
])('"%s" names none', (text) => expect(readTopic(text)).toBeUndefined())

it.each([
  ['[[3,18,[0,1]]]', [{ type: 'delta', id: 3, n: 18, delta: [0, 1] }]],
  [
    '[{"topic":"liveIndices","id":3,"n":17,"value":{}},{"changed":"notices"}]',
    [
      { type: 'keyframe', topic: 'liveIndices', id: 3, n: 17, value: {} },
      { type: 'hint', changed: 'notices' },
    ],
  ],
  ['[{"clock":{"now":1,"speed":10}}]', [{ type: 'clock', now: 1, speed: 10 }]],
  [
    '[{"topic":"livePnl.2026-11-20","refused":"upgrade_required"}]',
    [{ type: 'refusal', topic: 'livePnl.2026-11-20', code: 'upgrade_required' }],
  ],
  [
    '[{"error":"Please log in.","code":"not_signed_in"}]',
    [{ type: 'error', error: 'Please log in.', code: 'not_signed_in' }],
  ],
  ['[{"later":1},[1],{"changed":"weather"}]', []],
  ['{}', undefined],
  ['heartbeat', undefined],
])('reads the frame %s', (frame, meaning) => expect(readStreamFrame(frame)).toEqual(meaning))
