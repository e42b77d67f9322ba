import { describe, expect, it } from 'vitest'
import { ALERT_KINDS, ALERT_RULES, isSwitchable, hasChannel, type AlertChannel, type AlertKind } from './alert-kinds.ts'

describe('the way an alert takes', () => {
  it.each<[AlertKind, AlertChannel, boolean | undefined, boolean]>([
    ['signal', 'telegram', undefined, true],
    ['signal', 'telegram', false, false],
    ['signal', 'mail', true, false],
    ['new_login', 'mail', undefined, false],
    ['new_login', 'mail', true, true],
    ['daily_report', 'mail', undefined, true],
    ['account_changed', 'mail', false, true],
    ['attention', 'telegram', false, true],
  ])('%s by %s, chosen %j: %j', (kind, channel, chosen, taken) => expect(hasChannel(kind, channel, chosen)).toBe(taken))

  it('offers a switch exactly where choosing changes something', () => {
    for (const kind of ALERT_KINDS)
      for (const channel of ['telegram', 'mail'] as const)
        expect([kind, channel, isSwitchable(kind, channel)]).toEqual([
          kind,
          channel,
          hasChannel(kind, channel, true) !== hasChannel(kind, channel, false),
        ])
  })

  it('lets a signal go stale before the next few decisions', () =>
    expect(ALERT_RULES.signal.freshMs).toBeLessThanOrEqual(300_000))
})
