import { describe, expect, it, vi } from 'vitest'
import type { UserSession } from '../../lib/session.ts'
import { landingTarget, loginTarget, type PlanRecord } from './login-target.ts'

const signedIn: UserSession = { status: 'in', user: { id: 'u1', name: '', email: '', language: 'en' } }
const out: UserSession = { status: 'out' }
const active: PlanRecord = { entitlements: { plan_active: true, expired_plan: null } }
const starter: PlanRecord = { entitlements: { plan_active: false, expired_plan: null } }
const expired: PlanRecord = { entitlements: { plan_active: false, expired_plan: 'elite' } }

const reading = (record: PlanRecord | undefined) => async () => {
  if (record === undefined) throw new Error('down')
  return record
}

describe('the Login button', () => {
  it.each<[when: string, session: UserSession, record: PlanRecord | undefined, to: string]>([
    ['no user is signed in', out, active, '/login'],
    ['the plan has not expired', signedIn, active, '/dashboard'],
    ['a starter has no expiry', signedIn, starter, '/dashboard'],
    ['the plan has expired', signedIn, expired, '/plans'],
    ['the check fails', signedIn, undefined, '/login'],
  ])('when %s', async (_when, session, record, to) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await loginTarget(session, reading(record))).toBe(to)
  })
})

describe('the landing page', () => {
  it.each<[when: string, session: UserSession, record: PlanRecord | undefined, to: string | undefined]>([
    ['no user is signed in', out, active, undefined],
    ['the plan is active', signedIn, active, '/dashboard'],
    ['a starter has no expiry', signedIn, starter, undefined],
    ['the plan has expired', signedIn, expired, undefined],
    ['the check fails', signedIn, undefined, '/login'],
  ])('when %s', async (_when, session, record, to) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    expect(await landingTarget(session, reading(record))).toBe(to)
  })
})
