// @invariant flag-shares
import { PLANS, type Plan } from '@strikewise/domain/plans/plan.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { FEATURE_FLAGS, type FeatureFlag } from '@strikewise/wire/feature-flags.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bucketOf, featuresOf, flagUser, isFeatureOn, type FlagRules } from './evaluate-flag.ts'

const rules = (flag: FeatureFlag, percentage: number, plans: readonly Plan[] = PLANS): FlagRules =>
  new Map([[flag, { plans, percentage }]])

const flag = fc.constantFrom(...FEATURE_FLAGS)
const plan = fc.constantFrom(...PLANS)
const userId = fc.string({ minLength: 1, maxLength: 64 })
const percentage = fc.integer({ min: 0, max: 100 })

describe('a feature', () => {
  it('is on for every user while no operator has set a rule', () =>
    fc.assert(
      fc.property(flag, plan, userId, (flag, plan, userId) => {
        expect(isFeatureOn(new Map(), flag, { userId, plan })).toBe(true)
        expect(featuresOf(new Map(), { userId, plan })).toEqual(FEATURE_FLAGS)
      }),
    ))

  it('is off for every user at 0 and on for every user of its plans at 100', () =>
    fc.assert(
      fc.property(flag, plan, userId, fc.subarray([...PLANS], { minLength: 1 }), (flag, plan, userId, plans) => {
        expect(isFeatureOn(rules(flag, 0, plans), flag, { userId, plan })).toBe(false)
        expect(isFeatureOn(rules(flag, 100, plans), flag, { userId, plan })).toBe(plans.includes(plan))
      }),
    ))

  it('is taken from no user by a higher percentage', () =>
    fc.assert(
      fc.property(flag, plan, userId, percentage, percentage, (flag, plan, userId, one, other) => {
        const [lower, higher] = [Math.min(one, other), Math.max(one, other)]
        const isOn = (at: number) => isFeatureOn(rules(flag, at), flag, { userId, plan })
        expect(!isOn(lower) || isOn(higher)).toBe(true)
      }),
    ))

  it('is not moved by the rule of another feature', () =>
    fc.assert(
      fc.property(flag, flag, plan, userId, (one, other, plan, userId) => {
        fc.pre(one !== other)
        expect(isFeatureOn(rules(one, 0), other, { userId, plan })).toBe(true)
        expect(featuresOf(rules(one, 0), { userId, plan })).toEqual(FEATURE_FLAGS.filter((flag) => flag !== one))
      }),
    ))

  it('goes by the plan that holds: one that has ended counts as starter', () => {
    const now = 1_000 as EpochMs
    const [past, future] = [999 as EpochMs, 1_001 as EpochMs]
    expect(flagUser('u', { plan: 'master', expiresAt: future }, now)).toEqual({ userId: 'u', plan: 'master' })
    expect(flagUser('u', { plan: 'master', expiresAt: past }, now)).toEqual({ userId: 'u', plan: 'starter' })
    expect(flagUser('u', { plan: null, expiresAt: null }, now)).toEqual({ userId: 'u', plan: 'starter' })
  })
})

describe('the bucket of a user', () => {
  it('is the same at each call, and a whole number from 0 to 99', () =>
    fc.assert(
      fc.property(flag, userId, (flag, userId) => {
        const bucket = bucketOf(flag, userId)
        expect(bucketOf(flag, userId)).toBe(bucket)
        expect(Number.isInteger(bucket) && bucket >= 0 && bucket < 100).toBe(true)
      }),
    ))

  // Another bucket would take a feature from users that have it: these values hold for ever.
  it('does not change from one version to the next', () => {
    expect(FEATURE_FLAGS.map((flag) => bucketOf(flag, 'a-user'))).toEqual([39, 26, 28, 81, 13])
  })
})

describe('over 10,000 users', () => {
  const COUNT = 10_000
  const ids = Array.from({ length: COUNT }, (_, n) => `user-${n}`)
  const sharesOf = (flags: readonly FeatureFlag[], below: number) =>
    ids.filter((id) => flags.every((flag) => bucketOf(flag, id) < below)).length / COUNT
  /** Four standard errors of a share. */
  const errorOf = (share: number) => 4 * Math.sqrt((share * (1 - share)) / COUNT)

  it.each(FEATURE_FLAGS)('%s is on for the share that was asked for, within the sampling error', (flag) => {
    for (const percentage of [1, 10, 25, 50, 75, 90, 99]) {
      const share = percentage / 100
      expect(Math.abs(sharesOf([flag], percentage) - share)).toBeLessThan(errorOf(share))
    }
  })

  it('two flags are independent: the share of both is the product of their shares', () => {
    for (const [at, one] of FEATURE_FLAGS.entries())
      for (const other of FEATURE_FLAGS.slice(at + 1)) {
        const covariance = sharesOf([one, other], 50) - sharesOf([one], 50) * sharesOf([other], 50)
        expect(Math.abs(covariance)).toBeLessThan((4 * 0.25) / Math.sqrt(COUNT))
      }
  })
})
