import type { Message } from '@strikewise/messages/message.ts'
import { expect, it } from 'vitest'
import { alarmLog } from './alarm-log.ts'

function logged(code: string, message: Message) {
  const lines: unknown[] = []
  const counted: unknown[] = []
  const log = alarmLog(
    { error: (...line: unknown[]) => lines.push(line) },
    { add: (...count: unknown[]) => counted.push(count) },
    () => undefined,
  )
  log('u1', code, message)
  expect(counted).toEqual([['alarms', { code }]])
  return lines
}

it('writes an alarm in English under its short code', () => {
  expect(logged('rows_lost', { code: 'alarm.rows_lost', rows: 2 })).toEqual([
    [{ account: 'u1', code: 'rows_lost' }, 'The store had lost 2 rows that it had taken. They are written again.'],
  ])
})

it('names the figure that an alarm lacks', () => {
  const fault = 'alarm.short.units is NaN'
  expect(logged('figure_unknown', { code: 'alarm.figure_unknown', alarm: 'short', fault })).toEqual([
    [{ account: 'u1', code: 'figure_unknown', fault }, expect.stringContaining('More units sold than bought')],
  ])
})

it('logs the code of an alarm that has no text, and does not throw', () => {
  const unreadable = { code: 'alarm.figure_unknown', alarm: 'no such alarm', fault: '' } as unknown as Message
  expect(logged('figure_unknown', unreadable)).toEqual([
    [
      { account: 'u1', code: 'figure_unknown', message: 'alarm.figure_unknown', err: expect.any(RangeError) },
      'an alarm has no text',
    ],
  ])
})

it('records each alarm, and goes on where that fails', () => {
  const recorded: unknown[] = []
  const lines: unknown[] = []
  const logger = { error: (...line: unknown[]) => lines.push(line) }
  const message: Message = { code: 'alarm.rows_lost', rows: 2 }
  alarmLog(logger, { add: () => undefined }, (...alarm) => void recorded.push(alarm))('u1', 'rows_lost', message)
  expect(recorded).toEqual([['u1', 'rows_lost', message]])
  const failing = () => {
    throw new Error('full')
  }
  alarmLog(logger, { add: () => undefined }, failing)('u1', 'rows_lost', message)
  expect(lines.slice(1)).toEqual([
    [{ account: 'u1', code: 'rows_lost', err: expect.any(Error) }, 'an alarm could not be recorded'],
    [{ account: 'u1', code: 'rows_lost' }, expect.stringContaining('2 rows')],
  ])
})
