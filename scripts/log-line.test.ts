import { expect, it } from 'vitest'
import { readable } from './log-line.ts'

it.each([
  [
    { level: 30, time: '…', role: 'market', msg: 'leading the market', epoch: 1 },
    'info market: leading the market {"epoch":1}',
  ],
  [{ level: 40, msg: 'a part is late' }, 'WARN a part is late'],
  [
    { level: 50, msg: 'broken', err: { message: 'no', stack: 'Error: no\n    at a' } },
    'ERROR broken\nError: no\n    at a',
  ],
])('shows the log record %j in one readable line, with the stack of an error below', (record, line) => {
  expect(readable(JSON.stringify(record))).toBe(line)
})

it.each(['9:41:43 AM [vite] hmr update', '{ not a record', '{"a":1}'])('shows %s as it is', (line) => {
  expect(readable(line)).toBe(line)
})

it.each(['', '  ', '{"ready":true,"url":"http://localhost:5173"}'])('leaves out %j', (line) => {
  expect(readable(line)).toBeUndefined()
})

it('cuts long fields', () => {
  const line = readable(JSON.stringify({ level: 30, msg: 'settings', text: 'x'.repeat(1000) }))!
  expect(line.length).toBeLessThan(400)
  expect(line).toMatch(/x…$/)
})
