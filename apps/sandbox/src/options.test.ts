import { expect, it } from 'vitest'
import { istText } from '@strikewise/domain/time/ist.ts'
import { DEFAULT_SEED, OptionError, readOptions } from './options.ts'

it('has a default for everything', () => {
  const options = readOptions([], {})
  expect(options).toMatchObject({ host: '127.0.0.1', port: 8090, smtpPort: 8025, speed: 10, replay: null, start: null })
  expect(options.seed).toBe(DEFAULT_SEED)
})

it('takes a flag before the environment, and an empty variable as none', () => {
  expect(readOptions(['--port', '0'], { SANDBOX_PORT: '9000', SANDBOX_SPEED: '' })).toMatchObject({
    port: 0,
    speed: 10,
  })
  expect(readOptions([], { SANDBOX_PORT: '9000' }).port).toBe(9000)
})

it.each([
  [['--speed', '601'], '--speed (or SANDBOX_SPEED)'],
  [['--start', 'tomorrow'], 'not an IST instant such as 2026-09-16T09:20+05:30: tomorrow'],
  [['--start', '2026-02-30T09:20'], 'not an IST instant'],
  [['--replay-from', '2026-02-30'], 'not a date (YYYY-MM-DD): 2026-02-30'],
  [['--port', 'http'], '--port (or SANDBOX_PORT)'],
  [['--follow', 'https://api.kite.trade'], '--follow and --follow-ticker: a market is followed with both'],
  [['--follow', 'kite'], '--follow (or SANDBOX_FOLLOW)'],
  [['--control-key', 'short'], '--control-key (or SANDBOX_CONTROL_KEY): at least 16 characters'],
  [['--colour', 'blue'], "Unknown option '--colour'"],
])('refuses %j', (args, message) => {
  expect(() => readOptions(args, {})).toThrow(OptionError)
  expect(() => readOptions(args, {})).toThrow(message)
})

it('takes a start in India with or without its zone', () => {
  const starts = ['2026-09-16T09:20+05:30', '2026-09-16T09:20', '2026-09-16 09:20:00']
  for (const start of starts) expect(istText(readOptions(['--start', start], {}).start!)).toBe('2026-09-16 09:20:00')
})
