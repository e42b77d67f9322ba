import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { describe, expect, it } from 'vitest'
import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import type { Message } from './message.ts'
import { join, messageOf, split } from './split.ts'

const contract = { symbol: 'NIFTY', strike: 24500, side: 'CE', expiry: '2026-09-22' as IstDate } as const
const messages: Message[] = [
  { code: 'refusal.price_stale', ageMs: 2600, maxAgeMs: 2000 },
  { code: 'remedy.next_signal' },
  {
    code: 'alert.refused',
    symbol: 'NIFTY',
    refusal: { code: 'refusal.user_stop' },
    remedy: { code: 'remedy.resume_entries' },
  },
  { code: 'no_trade.no_liquid_strike', side: 'CE', reasons: [{ code: 'strike.old', contracts: 1, maxAgeMs: 5000 }] },
  { code: 'alarm.stuck', orders: ['a', 'b'], portal: 'Kite' },
  { code: 'alert.stop_moved', mode: 'live', contract, stop: 24450 as Paise },
]

describe('the stored form', () => {
  it.each(messages)('gives $code back as it was, through JSON', (message) => {
    expect(join(JSON.parse(JSON.stringify(split(message))))).toEqual(message)
  })

  it('keeps code and parameters apart, inside too', () => {
    expect(split(messages[2]!)).toEqual({
      code: 'alert.refused',
      params: {
        symbol: 'NIFTY',
        refusal: { code: 'refusal.user_stop', params: {} },
        remedy: { code: 'remedy.resume_entries', params: {} },
      },
    })
  })

  it.each([
    ['a code of another version', { code: 'refusal.moon_phase', params: {} }],
    ['a name of every object', { code: 'constructor', params: {} }],
    ['a missing parameter', { code: 'refusal.price_stale', params: { ageMs: 1 } }],
    ['a number that is none', { code: 'refusal.price_stale', params: { ageMs: null, maxAgeMs: 2000 } }],
    ['a text for a number', { code: 'refusal.price_stale', params: { ageMs: '2600', maxAgeMs: 2000 } }],
    [
      'an unknown message inside',
      { code: 'flip.no_longer', params: { reason: { code: 'no_trade.full_moon', params: {} } } },
    ],
    ['a list with a message unknown', { code: 'no_trade.no_liquid_strike', params: { side: 'CE', reasons: [{}] } }],
    ['a label of another version', { code: 'alert.plan_begun', params: { plan: 'platinum' } }],
    ['a label that every object has', { code: 'alert.plan_begun', params: { plan: 'constructor' } }],
    ['a list with a label unknown', { code: 'flip.one_more_agrees', params: { agents: ['moon_phase'] } }],
    ['no message', 'price_stale'],
    ['nothing', null],
  ])('reads %s as no message', (_, stored) => expect(join(stored)).toBeUndefined())

  it.each([
    ['its message', { message: split(messages[0]!), text: null }, messages[0]],
    ['its message, whatever sentence stands beside it', { message: split(messages[0]!), text: 'Old.' }, messages[0]],
    ['the sentence of a row from before', { message: null, text: 'Old.' }, { code: 'legacy.text', text: 'Old.' }],
    [
      'the code of a later version',
      { message: { code: 'refusal.moon_phase', params: {} }, text: null },
      { code: 'legacy.text', text: 'refusal.moon_phase' },
    ],
  ])('shows of a row %s', (_, row, message) => expect(messageOf(row)).toEqual(message))

  it('gives the short code that rows and metrics have', () => {
    expect([reasonOf('refusal.price_stale.none'), reasonOf('refusal.price_stale')]).toEqual([
      'price_stale',
      'price_stale',
    ])
  })
})
