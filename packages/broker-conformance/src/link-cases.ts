// @invariant newest-login
import assert from 'node:assert/strict'
import type { BrokerLink } from '@strikewise/brokers/broker-account.ts'
import { Secret } from '@strikewise/domain/text/secret.ts'
import { newSession, type LoginCase } from './login-cases.ts'
import { accountOf, linkOf, ordersOf } from './link-steps.ts'
import { until } from './run-contract.ts'

/** Which login an account calls with, while its link changes and its readings are slow. */
export const LINK_CASES: readonly LoginCase[] = [
  {
    name: 'calls carry the newest login when two refreshes overlap and the older reading ends last',
    async run(bench) {
      const newest = linkOf(await newSession(bench))
      const readings: ((link: BrokerLink) => void)[] = []
      const account = accountOf(bench, () => new Promise((resolve) => void readings.push(resolve)))
      try {
        const older = account.refresh()
        const newer = account.refresh()
        const first = await until('a reading of the link', async () => readings[0])
        // Where readings are not one at a time, the second has begun by now and ends first.
        readings[1]?.(newest)
        await new Promise((resolve) => setTimeout(resolve, 50))
        first({ ...newest, accessToken: new Secret('the-token-of-an-older-login') })
        await older
        const second = await until('the second reading', async () => readings[1])
        second(newest)
        assert.equal(await newer, true)
        assert.deepEqual(await ordersOf(account), { ok: true })
      } finally {
        await account.close()
      }
    },
  },
  {
    name: 'a link that cannot be read leaves the login in force as it was',
    async run(bench) {
      const link = linkOf(await newSession(bench))
      const errors: unknown[] = []
      let isStoreUp = true
      const credentials = async () => {
        if (!isStoreUp) throw new Error('the store is away')
        return link
      }
      const account = accountOf(bench, credentials, errors)
      try {
        assert.equal(await account.refresh(), true)
        isStoreUp = false
        assert.equal(await account.refresh(), false)
        assert.equal(errors.length, 1)
        assert.deepEqual(await ordersOf(account), { ok: true })
      } finally {
        await account.close()
      }
    },
  },
  {
    name: 'without a login every call answers that the token is dead; listeners learn of the next one',
    async run(bench) {
      let link: BrokerLink | undefined
      const account = accountOf(bench, async () => link)
      try {
        await account.refresh()
        assert.deepEqual(await ordersOf(account), { ok: false, code: 'token_expired' })
        const cancelled = await account.cancel('1', () => true)
        assert.equal(cancelled.type === 'refused' && cancelled.code, 'token_expired')
        const logins: Promise<object>[] = []
        account.updates(({ type }) => {
          if (type === 'login') logins.push(ordersOf(account))
        })
        link = linkOf(await newSession(bench))
        await account.refresh()
        assert.deepEqual(await Promise.all(logins), [{ ok: true }])
      } finally {
        await account.close()
      }
    },
  },
]
