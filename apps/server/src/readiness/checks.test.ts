import type { Paise } from '@strikewise/domain/money/paise.ts'
import { nseCalendar } from '@strikewise/domain/time/calendar.ts'
import { istInstant, type IstDate } from '@strikewise/domain/time/ist.ts'
import { riskLimitsFrom } from '@strikewise/domain/trading/user-limits.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { READINESS_CHECKS, type ReadinessCheck } from '@strikewise/wire/readiness.ts'
import { describe, expect, it } from 'vitest'
import { overallState, runChecks } from './checks.ts'
import type { ReadinessFacts } from './facts.ts'

/** A Friday with a session and no event. */
const DAY = '2026-11-20' as IstDate
const at = (hour: number, minute: number, day = DAY) => istInstant(day, hour, minute)
const risk = riskLimitsFrom(undefined)

const account: ReadinessFacts['account'] = {
  userId: 'u1',
  plan: { plan: 'elite', expiresAt: at(10, 0, '2027-02-20' as IstDate) },
  link: {
    mode: 'live',
    openedForUser: false,
    connected: true,
    loginAt: at(7, 45),
    tokenExpiresAt: at(6, 0, '2026-11-21' as IstDate),
    egressAddress: '203.0.113.7',
  },
  consentGiven: true,
  armed: ['NIFTY'],
  risk: { ...risk, capital: 50_000_000 as Paise },
  killSwitch: { user: false, global: false },
  isDayLocked: false,
}
const link = account.link!

/** An account that has all it needs, ten minutes before the open. */
const ready: ReadinessFacts = {
  now: at(9, 5),
  calendar: nseCalendar,
  account,
  reading: { usable: 12_345_600 as Paise, opening: 12_500_000 as Paise, readAt: at(9, 4), clockSkewMs: -120 },
  feed: { connected: true, lastTickAt: null },
  contracts: {
    day: DAY,
    expiries: { NIFTY: '2026-11-24' as IstDate, BANKNIFTY: '2026-11-24' as IstDate },
  },
  liveTrading: true,
  isRealMarket: false,
}

const of = (change: Partial<ReadinessFacts['account']>): Partial<ReadinessFacts> => ({
  account: { ...account, ...change },
})
const linked = (change: Partial<typeof link>) => of({ link: { ...link, ...change } })

const find = (check: ReadinessCheck, change: Partial<ReadinessFacts>) => {
  const { state, finding, remedy } = runChecks({ ...ready, ...change }).find((line) => line.check === check)!
  return [state, rendererOf('en').text(finding), remedy]
}

describe('an account that is ready', () => {
  it('passes every check, in the order of the card, with nothing to do', () => {
    const lines = runChecks(ready)
    expect(lines.map(({ check, state, remedy }) => [check, state, remedy])).toEqual(
      READINESS_CHECKS.map((check) => [check, 'pass', null]),
    )
    expect(overallState(lines)).toBe('pass')
    expect(lines.map(({ finding }) => rendererOf('en').text(finding))).toEqual([
      'Logged in to Zerodha until 06:00.',
      'Orders are sent from 203.0.113.7. Register it with your app at Zerodha.',
      '₹1,23,456.00 available to buy options, read at 09:04.',
      'Connected.',
      'Agrees with the broker’s clock (limit 2 s), read at 09:04.',
      'Today’s contracts are loaded. Next expiry: Nifty 24 Nov 2026, BankNifty 24 Nov 2026.',
      'Trading stops for the day at −₹15,000. At most 3 entries per index.',
      'Elite until 20 Feb 2027.',
      'No events. First entry possible at 09:30.',
    ])
  })
})

describe('each check', () => {
  const paper = { mode: 'paper', openedForUser: true } as const
  const yesterday = { loginAt: at(8, 0, '2026-11-19' as IstDate) }
  it.each<[ReadinessCheck, Partial<ReadinessFacts>, string, RegExp, string | null]>([
    ['login', of({ link: undefined }), 'fail', /^No trading account yet/, 'connect_account'],
    ['login', linked(yesterday), 'fail', /^Not logged in to Zerodha today/, 'log_in'],
    ['login', linked({ connected: false }), 'fail', /^Not logged in to Zerodha today/, 'log_in'],
    ['login', linked({ ...paper, ...yesterday }), 'fail', /^Paper account not connected/, 'connect_paper'],
    ['login', linked(paper), 'pass', /^Paper account connected until 06:00/, null],
    ['egress', linked({ egressAddress: null }), 'fail', /^No IP address is assigned/, 'support'],
    ['egress', linked({ ...paper, egressAddress: null }), 'pass', /^Paper orders need no/, null],
    ['funds', linked(yesterday), 'wait', /^Known after you log in/, null],
    ['funds', { reading: undefined }, 'wait', /^Not read from the broker yet/, null],
    ['funds', { reading: { ...ready.reading!, readAt: at(9, 1) } }, 'warn', /last read on 20 Nov 2026, 09:01/, null],
    ['funds', { reading: { ...ready.reading!, usable: 0 as Paise } }, 'fail', /^No cash to buy options/, 'add_funds'],
    [
      'funds',
      { reading: { ...ready.reading!, usable: 999_999 as Paise } },
      'warn',
      /^₹9,999\.99 available .* Works best with ₹10,000 or more\.$/,
      'add_funds',
    ],
    ['feed', { now: at(8, 15), feed: { connected: false, lastTickAt: null } }, 'wait', /^Connects at 08:40/, null],
    ['feed', { feed: { connected: false, lastTickAt: null } }, 'fail', /^Not connected/, 'status'],
    ['feed', { feed: undefined }, 'fail', /^Not connected/, 'status'],
    ['feed', { now: at(9, 20) }, 'fail', /^Connected, no price yet/, 'status'],
    [
      'feed',
      { now: at(9, 20), feed: { connected: true, lastTickAt: at(9, 19) } },
      'fail',
      /^No new price since 09:19:00/,
      'status',
    ],
    ['clock', { reading: { ...ready.reading!, clockSkewMs: 2001 } }, 'fail', /^2 s off the broker’s clock/, 'support'],
    ['clock', { reading: { ...ready.reading!, clockSkewMs: -2500 } }, 'fail', /\(limit 2 s\)/, 'support'],
    ['clock', { reading: { ...ready.reading!, clockSkewMs: null } }, 'wait', /^Not read from the broker yet/, null],
    ['contracts', { now: at(8, 15), contracts: undefined }, 'wait', /^Loaded at 08:40/, null],
    ['contracts', { contracts: { ...ready.contracts!, day: '2026-11-19' as IstDate } }, 'fail', /not loaded/, 'status'],
    ['limits', of({ killSwitch: { user: false, global: true } }), 'fail', /operator has paused/, null],
    ['limits', of({ killSwitch: { user: true, global: false } }), 'warn', /^You have paused/, 'resume_entries'],
    ['limits', of({ isDayLocked: true }), 'fail', /^A limit has ended the day/, null],
    ['limits', of({ armed: [] }), 'warn', /^Automatic execution is off/, 'trade_settings'],
    ['limits', of({ consentGiven: false }), 'warn', /^You have not agreed/, 'trade_settings'],
    ['limits', { liveTrading: false }, 'fail', /^Live trading is switched off/, 'connect_account'],
    [
      'limits',
      of({ risk: { ...risk, entryHours: { days: ['mon'], fromMinute: 570, toMinute: 600 } } }),
      'warn',
      /exclude this weekday/,
      'trade_settings',
    ],
    ['limits', of({ risk }), 'pass', /^Trading stops for the day at −₹3,750\. At most 3 entries/, null],
    ['limits', { ...of({ risk }), reading: undefined }, 'pass', /loss of 3% of the opening balance/, null],
    ['plan', of({ plan: { plan: 'elite', expiresAt: at(9, 0) } }), 'fail', /^Elite has ended/, 'plans'],
    [
      'plan',
      of({ plan: { plan: 'elite', expiresAt: at(9, 0, '2026-11-27' as IstDate) } }),
      'warn',
      /^Elite ends on 27 Nov 2026/,
      'plans',
    ],
    ['plan', of({ plan: { plan: 'starter', expiresAt: null } }), 'fail', /^Starter does not trade/, 'plans'],
    [
      'plan',
      { account: { ...account, plan: { plan: 'starter', expiresAt: null }, link: undefined } },
      'pass',
      /^Starter\.$/,
      null,
    ],
    [
      'events',
      { contracts: { day: DAY, expiries: { NIFTY: DAY, BANKNIFTY: '2026-11-24' as IstDate } } },
      'pass',
      /^Nifty options expire today/,
      null,
    ],
    ['events', { now: at(9, 0, '2026-09-17' as IstDate) }, 'warn', /^First session after a US Federal Reserve/, null],
    ['events', { now: at(9, 0, '2025-12-05' as IstDate) }, 'warn', /no entries until 10:30/, null],
    ['events', { now: at(9, 0, '2026-11-21' as IstDate) }, 'warn', /^The exchange is closed today.*23 Nov 2026/, null],
    ['events', { isRealMarket: true }, 'warn', /after 31 Mar 2026 are not listed yet/, null],
  ])('%s %#', (check, change, state, text, remedy) => {
    expect(find(check, change)).toEqual([state, expect.stringMatching(text), remedy])
  })
})

it('is as serious as its most serious line, and what is not known yet holds nothing up', () => {
  const stateAt = (change: Partial<ReadinessFacts>) => overallState(runChecks({ ...ready, ...change }))
  expect(stateAt({ now: at(8, 15), contracts: undefined, feed: undefined, reading: undefined })).toBe('pass')
  expect(stateAt(of({ armed: [] }))).toBe('warn')
  expect(stateAt({ ...of({ armed: [] }), feed: undefined })).toBe('fail')
})

it('has a text for every line in both languages', () => {
  for (const language of ['en', 'hi'] as const)
    for (const { finding } of runChecks(ready))
      expect(rendererOf(language).text({ code: 'readiness_line', mark: '✓', finding })).toMatch(/^✓ \S/)
  expect(rendererOf('hi').text({ code: 'readiness.feed.later', from: 520 })).toContain('08:40')
})
