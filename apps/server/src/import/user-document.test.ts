import { describe, expect, it } from 'vitest'
import { instantValue } from './instant-value.ts'
import { readUserDocument } from './user-document.ts'

const AT = Date.parse('2026-12-05T10:30:00+05:30')
const doc = (data: object) => readUserDocument({ uid: 'u1', email: 'Asha@Example.com', name: 'Asha Rao', ...data })

describe('an instant', () => {
  it.each<[unknown, number | undefined]>([
    ['2026-12-05T05:00:00Z', AT],
    ['2026-12-05T10:30:00+05:30', AT],
    ['2026-12-05T10:30:00', AT],
    ['Sat Dec 05 2026 10:30:00 GMT+0530', AT],
    ['2026-12-05', Date.parse('2026-12-05T23:59:59.999+05:30')],
    [AT, AT],
    [AT / 1000, AT],
    [{ seconds: AT / 1000, nanoseconds: 500_000_000 }, AT + 500],
    [{ _seconds: AT / 1000, _nanoseconds: 0 }, AT],
    ['soon', undefined],
    [{}, undefined],
    [true, undefined],
    [-5, undefined],
  ])('%j', (value, at) => expect(instantValue(value)).toBe(at))
})

describe('a document', () => {
  it.each([
    ['hi', 'hi'],
    ['en', 'en'],
    ['mr', null],
    [7, null],
    [undefined, null],
  ])('with the language %j has %j', (language, stored) => expect(doc({ language }).user?.language).toBe(stored))

  it.each<[string, unknown]>([
    ['flat', { uid: 'u1', email: 'a@b.in', name: 'A', plan: 'Elite', planExpiry: AT }],
    ['with an id', { id: 'u1', email: 'a@b.in', name: 'A', plan: 'elite', planExpiry: AT }],
    ['below its path', { path: 'users/u1', data: { email: 'a@b.in', name: 'A', plan: 'ELITE', plan_expiry: AT } }],
    [
      'wrapped by type',
      {
        name: 'projects/p/databases/d/documents/users/u1',
        fields: {
          email: { stringValue: 'a@b.in' },
          name: { stringValue: 'A' },
          plan: { stringValue: 'elite' },
          expiry: { timestampValue: '2026-12-05T05:00:00Z' },
        },
      },
    ],
  ])('is read %s', (_what, json) => {
    const { uid, user, findings } = readUserDocument(json)
    expect(findings).toEqual([])
    expect(uid).toBe('u1')
    expect(user).toMatchObject({ uid: 'u1', email: 'a@b.in', name: 'A', plan: 'elite', planExpiry: AT })
  })

  it('is read whole from an export that wraps every value by its type', () => {
    const text = (stringValue: string) => ({ stringValue })
    const map = (fields: object) => ({ mapValue: { fields } })
    const { user, findings } = readUserDocument({
      name: 'projects/p/databases/d/documents/users/u1',
      fields: {
        name: text('Asha Rao'),
        email: text('asha@example.com'),
        plan: text('master'),
        joinedAt: { timestampValue: '2025-03-01T03:30:00Z' },
        planExpiry: { integerValue: String(AT) },
        expiry: { nullValue: null },
        telegramChatId: { integerValue: '12345' },
        zerodha: map({ api_key: text('key1234'), api_secret: text('secret5678'), connected: { booleanValue: true } }),
        legal: map({
          zerodhaDisclosureAccepted: { booleanValue: true },
          zerodhaDisclosureAcceptedAt: { timestampValue: '2025-04-01T03:30:00Z' },
        }),
        trade_settings: map({
          consentGiven: { booleanValue: true },
          updatedAt: { timestampValue: '2025-04-02T03:30:00Z' },
          strategies: {
            arrayValue: {
              values: [
                map({
                  symbol: text('BANKNIFTY'),
                  lots: { integerValue: '3' },
                  auto_execute: { booleanValue: false },
                  tsl_enabled: { booleanValue: true },
                  sl_buffer: { doubleValue: 7 },
                }),
              ],
            },
          },
        }),
      },
    })
    expect(findings).toEqual([])
    expect(user).toMatchObject({
      uid: 'u1',
      name: 'Asha Rao',
      email: 'asha@example.com',
      plan: 'master',
      planExpiry: AT,
      joinedAt: Date.parse('2025-03-01T03:30:00Z'),
      telegramChatId: '12345',
      disclosureAcceptedAt: Date.parse('2025-04-01T03:30:00Z'),
      strategies: [
        { symbol: 'BANKNIFTY', lots: 3, autoExecute: false, approvalSeconds: null, trailing: true, slBuffer: 7 },
      ],
    })
    expect(user?.keys?.apiKey.reveal()).toBe('key1234')
  })

  it.each<[string, object, object, RegExp | undefined]>([
    ['no plan', {}, { plan: null, planExpiry: null }, undefined],
    ['an empty plan', { plan: '' }, { plan: null, planExpiry: null }, undefined],
    ['an expiry without a plan', { plan_expiry: AT }, { plan: null, planExpiry: null }, undefined],
    ['a starter with an expiry', { plan: 'starter', expiry: AT }, { plan: 'starter', planExpiry: null }, undefined],
    ['a paid plan without an expiry', { plan: 'pro' }, { plan: 'pro', planExpiry: null }, /counts as ended/],
    ['no name', { name: '' }, { name: '' }, /mails greet without it/],
    ['a chat id as a number', { telegramChatId: 12345 }, { telegramChatId: '12345' }, undefined],
    ['a chat id as text', { telegramChatId: ' -100123 ' }, { telegramChatId: '-100123' }, undefined],
    ['a chat id that is none', { telegramChatId: '@asha' }, { telegramChatId: null }, /is not a number/],
    ['no settings', {}, { strategies: [], keys: undefined, joinedAt: null }, undefined],
  ])('with %s is taken so', (_what, fields, taken, reported) => {
    const { user, findings } = doc(fields)
    expect(user).toMatchObject(taken)
    expect(findings.map(({ text }) => text)).toEqual(reported === undefined ? [] : [expect.stringMatching(reported)])
  })

  it.each<[string, object, number | null]>([
    ['plan_expiry', { plan_expiry: AT }, AT],
    ['planExpiry', { planExpiry: AT }, AT],
    ['expiry', { expiry: '2026-12-05T10:30:00+05:30' }, AT],
    ['plan_expiry before the others', { plan_expiry: AT, planExpiry: AT + 1, expiry: AT + 2 }, AT],
    ['planExpiry before expiry', { planExpiry: AT, expiry: AT + 2 }, AT],
    ['none', {}, null],
  ])('has its expiry in %s', (_what, fields, at) => expect(doc({ plan: 'pro', ...fields }).user?.planExpiry).toBe(at))

  it('shows when its spellings of the expiry differ', () =>
    expect(doc({ plan: 'pro', plan_expiry: AT, expiry: AT + 1 }).findings).toEqual([
      { severity: 'warning', field: 'plan_expiry', text: 'is taken; expiry say otherwise' },
    ]))

  it.each<[string, object, number | null | undefined]>([
    ['nested', { legal: { zerodhaDisclosureAccepted: true, zerodhaDisclosureAcceptedAt: AT } }, AT],
    ['at the top', { zerodhaDisclosureAccepted: true }, null],
    [
      'refused below, whatever stands at the top',
      { legal: { zerodhaDisclosureAccepted: false }, zerodhaDisclosureAccepted: true },
      undefined,
    ],
    ['absent', {}, undefined],
  ])('has its acceptance of the disclosure %s', (_what, fields, at) =>
    expect(doc(fields).user?.disclosureAcceptedAt).toBe(at),
  )

  it('carries trade settings, and arms nothing', () => {
    const { user, findings } = doc({
      trade_settings: {
        strategies: [
          { symbol: 'NIFTY', lots: '2', auto_execute: true, tsl_enabled: true, sl_buffer: 7 },
          { symbol: 'BANKNIFTY', lots: 2.5 },
          { symbol: 'SENSEX', lots: 1 },
        ],
        consentGiven: true,
      },
    })
    expect(user?.strategies).toEqual([
      { symbol: 'NIFTY', lots: 2, autoExecute: false, approvalSeconds: null, trailing: true, slBuffer: 7 },
      { symbol: 'BANKNIFTY', lots: 0, autoExecute: false, approvalSeconds: null, trailing: false, slBuffer: 10 },
    ])
    expect(findings.map(({ text }) => text)).toEqual([
      'NIFTY: auto_execute is not carried over, its owner has to arm it again',
      'lots is not a whole number from 0 to 1000: 0 is taken',
      'has an unknown symbol "SENSEX", which is left out',
    ])
  })

  it('keeps its broker keys as secrets, and drops the token', () => {
    const { user, findings } = doc({ zerodha: { api_key: 'key1234', api_secret: 'secret5678', access_token: 'tok9' } })
    expect(user?.keys?.apiSecret.reveal()).toBe('secret5678')
    expect(JSON.stringify({ user, findings })).not.toMatch(/secret5678|key1234|tok9/)
    expect(doc({ zerodha: { api_key: 'key1234' } }).findings).toHaveLength(1)
    expect(doc({ zerodha: { access_token: 'tok9' } })).toMatchObject({ findings: [] })
  })

  it.each<[string, unknown, string, string]>([
    ['no object', 'x', 'document', 'is not an object'],
    ['no id', { email: 'a@b.in' }, 'uid', 'is missing, reserved, or not 1 to 64 letters, digits, - and _'],
    [
      'the stop of everybody',
      { uid: 'global', email: 'a@b.in' },
      'uid',
      'is missing, reserved, or not 1 to 64 letters, digits, - and _',
    ],
    [
      'the operator’s keys',
      { uid: 'operator', email: 'a@b.in' },
      'uid',
      'is missing, reserved, or not 1 to 64 letters, digits, - and _',
    ],
    ['no address', { uid: 'u1' }, 'email', 'is missing, or not an email address'],
    ['a plan of its own', { uid: 'u1', email: 'a@b.in', name: 'A', plan: 'gold' }, 'plan', 'is none of ours: "gold"'],
  ])('with %s is refused', (_what, json, field, text) => {
    const { user, findings } = readUserDocument(json)
    expect(user).toBeUndefined()
    expect(findings).toContainEqual({ severity: 'error', field, text })
  })
})
