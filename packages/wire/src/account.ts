import { DAY_LOCK_REASONS } from '@strikewise/domain/trading/day-lock.ts'
import { LANGUAGES } from '@strikewise/domain/text/language.ts'
import { CLOCK_TIME, minuteOfClockTime } from '@strikewise/domain/time/clock-time.ts'
import { FIRST_ENTRY_MINUTE, LAST_ENTRY_MINUTE } from '@strikewise/domain/time/entry-window.ts'
import { WEEKDAYS } from '@strikewise/domain/trading/entry-hours.ts'
import { CAPITAL_RUPEES, USER_LIMITS, type UserLimit } from '@strikewise/domain/trading/user-limits.ts'
import * as z from 'zod'
import { accountLimits, profitLock } from './account-limits.ts'
import { entitlements } from './entitlements.ts'
import { featureFlag } from './feature-flags.ts'
import { problemText } from './field-problem.ts'
import { route } from './route.ts'
import { indexSymbol, instantText, linkMode, plan, rupees } from './scalars.ts'

/** What is no number counts as left out (specification §5). */
const settingNumber = z.number({
  error: ({ code, expected }) =>
    code === 'invalid_type' && expected === 'number' ? problemText({ code: 'field.required' }) : undefined,
})

const bounded = (schema: z.ZodNumber, { min, max }: UserLimit) => schema.min(min).max(max)

/** One row of the trade settings, with the specification's texts for what is wrong in it. */
export const strategyEntry = z
  .strictObject({
    symbol: indexSymbol,
    lots: bounded(settingNumber.int(), USER_LIMITS.lots),
    auto_execute: z.boolean(),
    /** How long entries wait for the user to approve them; null: they are made without asking. Left out: as it is. */
    approval_seconds: bounded(settingNumber.int(), USER_LIMITS.approvalSeconds).nullable().optional(),
    tsl_enabled: z.boolean(),
    /** Rupees the stop's limit may lie under its trigger. */
    sl_buffer: bounded(settingNumber.int(), USER_LIMITS.slBufferRupees),
  })
  .meta({ id: 'StrategyEntry' })
export type StrategyEntry = z.infer<typeof strategyEntry>

/** A time of the day in India between two minutes of it, both included. */
function entryTime(from: number, to: number, description: string) {
  const problem = problemText({ code: 'field.entry_time', from, to })
  const isInside = (text: string) => {
    const minute = CLOCK_TIME.test(text) ? minuteOfClockTime(text) : undefined
    return minute === undefined || (minute >= from && minute <= to)
  }
  return z.string().regex(CLOCK_TIME, problem).refine(isInside, problem).meta({ description })
}

/** When entries are allowed, inside the product's own entry window: on these weekdays, `from` included, `to` not. */
export const entryHours = z
  .strictObject({
    days: z
      .array(z.enum(WEEKDAYS))
      .min(1, problemText({ code: 'field.weekday_missing' }))
      .max(WEEKDAYS.length),
    from: entryTime(FIRST_ENTRY_MINUTE, LAST_ENTRY_MINUTE - 1, 'First minute of entries in India, HH:MM'),
    to: entryTime(FIRST_ENTRY_MINUTE + 1, LAST_ENTRY_MINUTE, 'First minute without entries in India, HH:MM'),
  })
  .refine(({ from, to }) => from < to, { path: ['to'], error: problemText({ code: 'field.after_start' }) })
  .meta({
    id: 'EntryHours',
    description:
      'Weekdays and hours (India) in which entries are allowed. Exits and stop-loss orders never depend on it.',
  })
export type EntryHoursSetting = z.infer<typeof entryHours>

export const riskSettings = z
  .strictObject({
    /** Declared trading capital in rupees; the day's loss cap is a share of it. Null: the day's opening balance. */
    capital: z
      .number()
      .min(CAPITAL_RUPEES.min)
      .max(CAPITAL_RUPEES.max)
      .multipleOf(0.01, problemText({ code: 'field.decimals', decimals: 2 }))
      .nullable(),
    daily_loss_cap_pct: bounded(z.number(), USER_LIMITS.dailyLossPct),
    max_entries_per_symbol: bounded(z.number().int(), USER_LIMITS.entriesPerSymbol),
    /** Positions open at a time in one symbol. More than one needs a plan with parallel trades. */
    max_positions_per_symbol: bounded(z.number().int(), USER_LIMITS.positionsPerSymbol),
    /** Buy a short position back that arose from a sale of the user's own beside ours. Ours alone always are. */
    cover_manual_shorts: z.boolean(),
    /** Null: no restriction. Left out: unchanged. Needs a plan with the time filter. */
    entry_hours: entryHours.nullable().optional(),
    /** Null: no limit. Left out: unchanged. */
    ...accountLimits.partial().shape,
  })
  .meta({ id: 'RiskSettings' })
export type RiskSettings = z.infer<typeof riskSettings>

/** Every setting that a user's trading has, by the name of its field. */
const settingName = z.enum([...riskSettings.keyof().options, ...strategyEntry.omit({ symbol: true }).keyof().options])
export type SettingName = z.infer<typeof settingName>

/** A looser value of a day on which the account has traded or is locked: it takes effect after the close. */
const pendingSetting = z
  .object({
    setting: settingName,
    /** The index whose setting it is; null: a limit of the account. */
    symbol: indexSymbol.nullable(),
    /** As the field of that name has it. */
    value: z.union([z.number(), z.boolean(), entryHours, profitLock]).nullable(),
    effective_at: instantText,
    asked_at: instantText,
  })
  .meta({ id: 'PendingSetting' })
export type PendingSettingReply = z.infer<typeof pendingSetting>

/**
 * How live execution stands. `proven`: the user's own trades show an edge. `acknowledged`: they typed the sentence.
 * `unacknowledged`: arming takes it. `forbidden`: they show none, and the operator wants one. `not_live`: no live account.
 */
export const liveEdge = z.enum(['not_live', 'proven', 'acknowledged', 'unacknowledged', 'forbidden'])
export type LiveEdge = z.infer<typeof liveEdge>

/** A stored row may stand at the default of 0 lots: nothing was saved yet. */
const storedStrategy = z.object({ ...strategyEntry.shape, lots: z.number() })

const storedTradeSettings = z.object({
  strategies: z.array(storedStrategy),
  consentGiven: z.boolean(),
  updatedAt: instantText.nullable(),
})

/** `changed`: agreed to an earlier text and asked again. `never`: hardly anything works before. */
const termsState = z.enum(['agreed', 'changed', 'never'])

export const brokerLinkState = z.object({
  connected: z.boolean(),
  last_updated: instantText.nullable(),
  api_key_set: z.boolean(),
  api_key_last4: z.string().nullable(),
  api_secret_set: z.boolean(),
  broker_user_id: z.string().nullable(),
  mode: linkMode,
  /** True for a paper account that was opened for the user: there are no keys to enter. */
  opened_for_user: z.boolean(),
  token_stale: z.boolean(),
  token_expires_at: instantText.nullable(),
  /** Disconnected by the user: no entries, but open trades are still exited until the token expires. */
  exits_only: z.boolean(),
})
export type BrokerLinkState = z.infer<typeof brokerLinkState>

/** The user document of specification §3, without its secrets, and what the screens need beside it. */
export const meReply = z
  .object({
    uid: z.string(),
    name: z.string(),
    email: z.string(),
    emailVerified: z.boolean(),
    /** Of mails, chat messages and answers; null: not chosen yet, which counts as English. */
    language: z.enum(LANGUAGES).nullable(),
    /** Null: the record has none, as an imported one may. Its rights are starter's. */
    plan: plan.nullable(),
    /** The canonical expiry; the other two spell the same instant for older readers. */
    plan_expiry: instantText.nullable(),
    planExpiry: instantText.nullable(),
    expiry: z.string().nullable(),
    /** The plan that was bought to begin when this one ends. */
    next_plan: z.object({ plan, starts_at: instantText, plan_expiry: instantText }).nullable(),
    joinedAt: instantText,
    telegramChatId: z.string().nullable(),
    zerodha: brokerLinkState,
    legal: z.object({
      zerodhaDisclosureAccepted: z.boolean(),
      zerodhaDisclosureAcceptedAt: instantText.nullable(),
      terms: termsState,
    }),
    trade_settings: storedTradeSettings,
    stop: z.object({ user: z.boolean(), global: z.boolean() }),
    /** Why no entry is made any more today in the account that trades; null while entries may be made. */
    day_lock: z
      .object({
        reason: z.enum(DAY_LOCK_REASONS),
        at: instantText,
        /** Losing trades in a row that locked the day. */
        losses: z.number().optional(),
        /** The day's peak and the floor, what is kept of it, where its profit was locked. */
        peak: rupees.optional(),
        floor: rupees.optional(),
      })
      .nullable(),
    operator: z.boolean(),
    entitlements,
    /** The optional features that operators have on for the caller; what the plan contains is in `entitlements`. */
    features: z.array(featureFlag),
  })
  .meta({ id: 'Me' })
export type Me = z.infer<typeof meReply>

export const tradeSettingsReply = z
  .object({
    strategies: z.array(
      z.object({
        ...storedStrategy.shape,
        /** Lot size of the day's contract, and what one lot costs and risks; absent while no market data is known. */
        contract_lot: z.number().optional(),
        present_premium: rupees.optional(),
        /** When the premium was current: the page may stay open, and the feed may be silent. */
        premium_at: instantText.optional(),
        one_lot_risk: rupees.optional(),
      }),
    ),
    consentGiven: z.boolean(),
    updatedAt: instantText.nullable(),
    /** Whether the plan lets more than one position of a symbol be open at a time. */
    parallel_trades: z.boolean(),
    /** Whether the plan lets the user restrict the hours and weekdays of entries. */
    time_filter: z.boolean(),
    live_edge: liveEdge,
    /** The day's trades in the broker's own app that count towards the limits, and what they net now; null: none was seen. */
    own_trades: z.object({ trades: z.int(), net: rupees }).nullable(),
    risk: z.object({
      capital: rupees.nullable(),
      daily_loss_cap_pct: z.number(),
      max_entries_per_symbol: z.number(),
      max_positions_per_symbol: z.number(),
      cover_manual_shorts: z.boolean(),
      entry_hours: entryHours.nullable(),
      ...accountLimits.shape,
    }),
    /** What of the settings takes effect later. All other fields are what is in force. */
    pending: z.array(pendingSetting),
  })
  .meta({ id: 'TradeSettings' })
export type TradeSettingsReply = z.infer<typeof tradeSettingsReply>

export const password = z.string().min(8).max(128)

/** What no name of a person has: line breaks, control and format characters, the mark of an address. */
const NOT_IN_A_NAME = /[\p{C}\p{Zl}\p{Zp}]|:\/\//u

/** Whether `name` can be a person's: names stand in mails. */
export function isFullName(name: string): boolean {
  return !NOT_IN_A_NAME.test(name)
}

const fullName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .refine(isFullName, problemText({ code: 'field.name' }))

/** What opens an account: the token of the mailed link, and the password of the person who opened it. */
export const confirmSignupBody = z.strictObject({
  token: z.string().min(1).max(128),
  password,
  /** True: whatever was chosen at the sign-up, the password is this one. */
  replace: z.boolean().default(false),
})

/** Years from which a person can enter a contract in India. */
const ADULT_AGE = 18

export const signupBody = z.strictObject({
  name: fullName,
  email: z.email().max(254),
  password,
  adult: z.literal(true, problemText({ code: 'field.age', age: ADULT_AGE })),
  terms: z.literal(true, problemText({ code: 'field.terms' })),
  /** Of the page: the mail with the link, and the account, are in it. */
  language: z.enum(LANGUAGES).optional(),
})

export const accountRoutes = {
  me: route({
    method: 'GET',
    path: '/me',
    auth: 'user',
    keyScope: 'read',
    beforeTerms: true,
    perMinute: 120,
    summary: "The caller's own record: plan, broker link, settings, what the plan allows",
    query: z.strictObject({}),
    reply: meReply,
  }),
  saveLanguage: route({
    method: 'PUT',
    path: '/account/language',
    auth: 'user',
    beforeTerms: true,
    perMinute: 60,
    summary: 'Saves the language of the caller’s mails, chat messages and answers',
    body: z.strictObject({ language: z.enum(LANGUAGES) }),
    reply: z.object({ language: z.enum(LANGUAGES) }),
  }),
  signup: route({
    method: 'POST',
    path: '/signup',
    auth: 'public',
    perMinute: 30,
    summary: 'Makes an account on the starter plan and mails a link to verify the address',
    body: signupBody,
    reply: z.object({ ok: z.literal(true), verification: z.literal('sent') }),
  }),
  confirmSignup: route({
    method: 'POST',
    path: '/signup/confirm',
    auth: 'public',
    perMinute: 30,
    summary: 'Opens the account of a mailed link with the password of the person who opened it',
    body: confirmSignupBody,
    reply: z.object({ ok: z.literal(true), email: z.string() }),
  }),
  agreeToTerms: route({
    method: 'POST',
    path: '/terms-agreement',
    auth: 'user',
    beforeTerms: true,
    perMinute: 20,
    summary: 'Agrees to the present terms and privacy policy: after an import, or when a text has changed',
    body: signupBody.pick({ adult: true, terms: true }),
    reply: z.object({ terms: termsState }),
  }),
  tradeSettings: route({
    method: 'GET',
    path: '/trade-settings',
    auth: 'user',
    keyScope: 'read',
    feature: 'trade_settings',
    perMinute: 120,
    summary: 'One row a symbol the plan allows, with the real lot and present premium beside it',
    query: z.strictObject({}),
    reply: tradeSettingsReply,
  }),
  saveTradeSettings: route({
    method: 'PUT',
    path: '/trade-settings',
    auth: 'user',
    feature: 'trade_settings',
    perMinute: 120,
    summary:
      'Replaces the trade settings; auto-execute needs consent, a live account without proven edge a sentence too',
    body: z.strictObject({
      strategies: z.array(strategyEntry).min(1).max(2),
      consentGiven: z.boolean(),
      /** The sentence, as typed, where `live_edge` is `unacknowledged`. */
      edge_acknowledgement: z.string().max(200).optional(),
    }),
    reply: tradeSettingsReply,
  }),
  saveRiskSettings: route({
    method: 'PUT',
    path: '/risk-settings',
    auth: 'user',
    feature: 'trade_settings',
    perMinute: 120,
    summary: 'Replaces the risk limits: tighter at once, looser after the close of a day with a trade or a lock',
    body: riskSettings,
    reply: tradeSettingsReply,
  }),
  withdrawPendingSetting: route({
    method: 'POST',
    path: '/trade-settings/withdraw',
    auth: 'user',
    feature: 'trade_settings',
    perMinute: 120,
    summary: 'Withdraws a change that waits for the close: the setting stays as it is in force',
    body: z.strictObject({
      setting: settingName,
      /** The index whose setting it is; left out: a limit of the account. */
      symbol: indexSymbol.optional(),
    }),
    reply: tradeSettingsReply,
  }),
  setStop: route({
    method: 'POST',
    path: '/stop',
    auth: 'user',
    keyScope: 'pause',
    urgent: true,
    beforeTerms: true,
    perMinute: 120,
    summary: "The caller's stop button: on, no new entry leaves; exits always pass",
    body: z.strictObject({ on: z.boolean() }),
    reply: z.object({ user: z.boolean(), global: z.boolean() }),
  }),
}
