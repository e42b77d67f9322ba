import type { BrokerDefinition } from '@strikewise/brokers/broker-definition.ts'
import { DAY_MS, istDate, istInstant } from '@strikewise/domain/time/ist.ts'
import { dailyTokenExpiry } from '@strikewise/domain/time/token-life.ts'
import { INTENT_KINDS } from '@strikewise/execution/intent/intent.ts'
import { MAX_ATTEMPTS_SHOWN, tagOf } from '@strikewise/execution/intent/tag.ts'
import { exitLimits, ordinaryLimits } from '@strikewise/execution/order/order-limits.ts'
import { requireOrderLimits } from '@strikewise/execution/order/require-order-limits.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const LOGIN_PAGE = 'https://login.broker.example/page'
/** Nothing of the product counts on a session that outlives its day. */
const LONGEST_TOKEN_MS = DAY_MS

/** What the product takes for granted of every broker's definition. */
export function runDefinition(broker: BrokerDefinition): void {
  describe(`the definition of ${broker.id}`, () => {
    it('has names for texts, and the profile that its accounts show', async () => {
      const { names, api, console } = broker.portal
      for (const name of [names.broker, names.portal, api, console.name]) expect(name.trim()).not.toBe('')
      expect(URL.parse(console.url)?.protocol).toBe('https:')
      expect(broker.profile.names).toEqual(names)
      const account = broker.openAccount({
        urls: () => undefined,
        clock: { now: () => istInstant(istDate('2026-11-25'), 10) },
        algoId: undefined,
        credentials: async () => undefined,
        onError: () => undefined,
      })
      expect(account.profile).toEqual(broker.profile)
      await account.close()
    })

    it('takes every reference that the core makes', () => {
      const { maxLength, letters } = broker.orders.reference
      for (const kind of INTENT_KINDS) {
        const tag = tagOf(kind, '0123456789abcdefg', MAX_ATTEMPTS_SHOWN)
        expect(tag.length).toBeLessThanOrEqual(maxLength)
        expect(tag).toMatch(letters)
      }
    })

    it('has limits that carry a position from its entry to its end, and the stop that the core rests', () => {
      const { orderLimits } = broker.profile
      const [exit, other] = [exitLimits(orderLimits), ordinaryLimits(orderLimits)]
      for (const window of ['second', 'minute', 'day'] as const) {
        expect(other[window]).toBeGreaterThanOrEqual(1)
        expect(exit[window]).toBeGreaterThanOrEqual(other[window])
      }
      expect(exit.second).toBeLessThanOrEqual(orderLimits.perSecond)
      expect(exit.minute).toBeLessThanOrEqual(orderLimits.perMinute)
      expect(exit.day).toBeLessThanOrEqual(orderLimits.perDay)
      requireOrderLimits(orderLimits)
      expect(broker.orders.stops).toContain('SL')
      expect(broker.market.historyCallsPerSecond).toBeGreaterThan(0)
    })

    it('ends a token after its login, and within a day', () => {
      for (let hour = 0; hour < 24; hour += 1) {
        const loginAt = istInstant(istDate('2026-11-25'), hour, 1)
        const life = broker.profile.tokenExpiresAt(loginAt) - loginAt
        expect(life).toBeGreaterThan(0)
        expect(life).toBeLessThanOrEqual(LONGEST_TOKEN_MS)
        const { tokenEndsAt } = broker.portal
        if (tokenEndsAt !== null)
          expect(broker.profile.tokenExpiresAt(loginAt)).toBe(dailyTokenExpiry(tokenEndsAt)(loginAt))
      }
    })

    it('sends a user to its login page for one app, with the state', () => {
      const url = broker.login.pageUrl(LOGIN_PAGE, 'app&key=1', 'state 1')
      expect(url.startsWith(LOGIN_PAGE)).toBe(true)
      expect([...new URL(url).searchParams.values()]).toContain('app&key=1')
      expect(decodeURIComponent(decodeURIComponent(url)).replaceAll('+', ' ')).toContain('state 1')
    })

    it('reads any redirect without throwing, and takes no token out of none', () => {
      expect(broker.login.parseRedirect('')).toMatchObject({ ok: false })
      expect(broker.login.parseRedirect(LOGIN_PAGE)).toMatchObject({ ok: false })
      fc.assert(
        fc.property(fc.oneof(fc.string(), fc.webUrl({ withQueryParameters: true })), (text) => {
          expect(typeof broker.login.parseRedirect(text).ok).toBe('boolean')
        }),
        { numRuns: 200 },
      )
    })
  })
}
