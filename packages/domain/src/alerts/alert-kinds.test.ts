import { describe, expect, it } from 'vitest'
import {
  ALERT_CHANNELS,
  ALERT_KINDS,
  ALERT_RULES,
  freshMsOf,
  hasChannel,
  isSwitchable,
  passesQuietHours,
  wakesDevice,
  type AlertChannel,
  type AlertKind,
} from './alert-kinds.ts'

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
    ['attention', 'push', false, true],
    ['signal', 'push', undefined, true],
    ['signal', 'push', false, false],
    ['support', 'push', undefined, false],
  ])('%s by %s, chosen %j: %j', (kind, channel, chosen, taken) => expect(hasChannel(kind, channel, chosen)).toBe(taken))

  it('offers a switch exactly where choosing changes something', () => {
    for (const kind of ALERT_KINDS)
      for (const channel of ALERT_CHANNELS)
        expect([kind, channel, isSwitchable(kind, channel)]).toEqual([
          kind,
          channel,
          hasChannel(kind, channel, true) !== hasChannel(kind, channel, false),
        ])
  })

  it('lets a signal go stale before the next few decisions', () =>
    expect(ALERT_RULES.signal.freshMs).toBeLessThanOrEqual(300_000))

  it('sends no notification of an entry to a device five minutes later, and keeps it for the chat', () => {
    expect(freshMsOf('entry', 'push')).toBe(300_000)
    expect(freshMsOf('entry', 'telegram')).toBe(ALERT_RULES.entry.freshMs)
  })

  it('never sends a notification to a device when the chat does not get it any more', () => {
    for (const kind of ALERT_KINDS)
      expect([kind, freshMsOf(kind, 'push') <= freshMsOf(kind, 'telegram')]).toEqual([kind, true])
  })

  it('wakes a device for what passes soon and for what is always sent', () =>
    expect(ALERT_KINDS.filter(wakesDevice)).toEqual([
      'signal',
      'entry',
      'stop_moved',
      'refused',
      'custom',
      'loss_warning',
      'approval',
      'attention',
      'feed_trouble',
      'test',
      'account_changed',
    ]))

  it('lets through in quiet hours what asks its user to act, and nothing that reports what happened', () =>
    expect(ALERT_KINDS.filter(passesQuietHours)).toEqual([
      'loss_warning',
      'approval',
      'attention',
      'token_needed',
      'test',
      'new_login',
      'plan',
      'support',
      'account_changed',
    ]))
})
