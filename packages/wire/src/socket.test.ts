import { expect, it } from 'vitest'
import { readActiveTradesFrame } from './socket.ts'

it.each([
  ['heartbeat', { type: 'heartbeat' }],
  ['[]', { type: 'trades', trades: [] }],
  ['{"error":"Session ended"}', { type: 'error', error: 'Session ended' }],
  ['[{"trade_id":1}]', undefined],
  ['not json', undefined],
])('reads the frame %s', (frame, meaning) => expect(readActiveTradesFrame(frame)).toEqual(meaning))
