import {
  CROSSING_SIDES,
  CUSTOM_ALERT_REPEATS,
  CUSTOM_ALERT_TYPES,
  FLIP_DIRECTIONS,
  LEVEL_BOUNDS,
} from '@strikewise/domain/alerts/custom-alert.ts'
import { VOTERS } from '@strikewise/signals/registry/registry.ts'
import * as z from 'zod'
import { problemText, type FieldProblem } from './field-problem.ts'
import { route } from './route.ts'
import { indexSymbol, instantText } from './scalars.ts'

const alertType = z.enum(CUSTOM_ALERT_TYPES)
const repeat = z.enum(CUSTOM_ALERT_REPEATS)
const agentName = z.enum(VOTERS as [string, ...string[]])

/** Bounds of `level` as the API takes it: index points, or percent. */
export const LEVEL_RANGES = {
  price: { min: LEVEL_BOUNDS.price.min / 100, max: LEVEL_BOUNDS.price.max / 100 },
  iv_percentile: LEVEL_BOUNDS.iv_percentile,
  loss_share: LEVEL_BOUNDS.loss_share,
} as const

/** What a user defines. Fields that a type does not have are null. */
export const newCustomAlert = z
  .strictObject({
    type: alertType,
    /** Null of a loss, which is the account's. */
    symbol: indexSymbol.nullable(),
    /** `above`: when the value comes to the level or higher. A loss is always above. */
    side: z.enum(CROSSING_SIDES).nullable(),
    /** Index points with up to two decimals; whole percent of past days or of the daily loss limit. */
    level: z.number().nullable(),
    agent: agentName.nullable(),
    /** The direction to which the agent flips; null: either. */
    flip_to: z.enum(FLIP_DIRECTIONS).nullable(),
    /** `each_time`: at every crossing. `daily`: at the first of a day. */
    repeat,
  })
  .superRefine((alert, context) => {
    for (const [path, problem] of problemsOf(alert))
      context.addIssue({ code: 'custom', path: [path], message: problemText(problem) })
  })
  .meta({ id: 'NewCustomAlert' })
export type NewCustomAlert = z.infer<typeof newCustomAlert>

type Fields = { readonly [K in 'symbol' | 'side' | 'level' | 'agent' | 'flip_to']: unknown } & {
  readonly type: z.infer<typeof alertType>
}

/** Which fields each type has; `flip_to` is never required. */
const HAS: Readonly<Record<z.infer<typeof alertType>, readonly (keyof Fields)[]>> = {
  price: ['symbol', 'side', 'level'],
  iv_percentile: ['symbol', 'side', 'level'],
  agent_flip: ['symbol', 'agent'],
  loss_share: ['side', 'level'],
}

function problemsOf(alert: Fields): [keyof Fields, FieldProblem][] {
  const problems: [keyof Fields, FieldProblem][] = []
  for (const field of ['symbol', 'side', 'level', 'agent'] as const) {
    const isThere = alert[field] !== null
    if (isThere !== HAS[alert.type].includes(field))
      problems.push([field, isThere ? { code: 'field.not_allowed' } : { code: 'field.required' }])
  }
  if (alert.flip_to !== null && alert.type !== 'agent_flip') problems.push(['flip_to', { code: 'field.not_allowed' }])
  if (alert.type === 'loss_share' && alert.side === 'below') problems.push(['side', { code: 'field.not_allowed' }])
  if (typeof alert.level === 'number' && alert.type !== 'agent_flip')
    problems.push(
      ...levelProblems(alert.type, alert.level).map((problem): [keyof Fields, FieldProblem] => ['level', problem]),
    )
  return problems
}

function levelProblems(type: keyof typeof LEVEL_RANGES, level: number): FieldProblem[] {
  const { min, max } = LEVEL_RANGES[type]
  if (level < min) return [{ code: 'field.min', min }]
  if (level > max) return [{ code: 'field.max', max }]
  if (type !== 'price') return Number.isInteger(level) ? [] : [{ code: 'field.whole_number' }]
  return Math.abs(level * 100 - Math.round(level * 100)) < 1e-6 ? [] : [{ code: 'field.decimals', decimals: 2 }]
}

const customAlertRow = z.object({
  id: z.int(),
  type: alertType,
  /** The fields of its definition, as they were sent. */
  symbol: indexSymbol.nullable(),
  side: z.enum(CROSSING_SIDES).nullable(),
  level: z.number().nullable(),
  agent: agentName.nullable(),
  flip_to: z.enum(FLIP_DIRECTIONS).nullable(),
  /** What it watches. */
  text: z.string(),
  repeat,
  /**
   * `not_in_plan`: what it watches, or the number of alerts, is not in the plan that holds now. `switched_off`: operators have
   * switched such alerts off for the caller.
   */
  state: z.enum(['watching', 'paused', 'not_in_plan', 'switched_off']),
  /** How often it was notified. */
  fired: z.int(),
  last_fired_at: instantText.nullable(),
})
export type CustomAlertRow = z.infer<typeof customAlertRow>

const customAlertsReply = z
  .object({
    /** Newest first. */
    alerts: z.array(customAlertRow),
    /** How many the plan allows. */
    max: z.int(),
    types: z.array(alertType),
    /** Agents whose flips the plan shows. */
    agents: z.array(z.object({ name: agentName, title: z.string() })),
    /** How late the plan sees the market, and so how late such an alert is. */
    delay_seconds: z.int(),
    /** Whether they are sent to Telegram and browsers too; else they are in the app alone. */
    leaves_app: z.boolean(),
  })
  .meta({ id: 'CustomAlerts' })
export type CustomAlerts = z.infer<typeof customAlertsReply>

export const customAlertRoutes = {
  customAlerts: route({
    method: 'GET',
    path: '/custom-alerts',
    auth: 'user',
    perMinute: 60,
    summary: 'Alerts that the caller defined, and what the plan lets the caller define',
    query: z.strictObject({}),
    reply: customAlertsReply,
  }),
  addCustomAlert: route({
    method: 'POST',
    path: '/custom-alerts',
    auth: 'user',
    flag: 'custom_alerts',
    perMinute: 30,
    summary: 'Defines an alert on a price, a volatility, an agent or the own loss',
    body: newCustomAlert,
    reply: customAlertsReply,
  }),
  changeCustomAlert: route({
    method: 'PUT',
    path: '/custom-alerts',
    auth: 'user',
    flag: 'custom_alerts',
    perMinute: 30,
    summary:
      'Changes what an alert watches; its type stays. It gets a new id, waits for the next crossing and counts from zero',
    body: z.strictObject({ id: z.int().min(1), alert: newCustomAlert }),
    reply: customAlertsReply,
  }),
  pauseCustomAlert: route({
    method: 'POST',
    path: '/custom-alerts/pause',
    auth: 'user',
    perMinute: 60,
    summary: 'Pauses an alert, or resumes it',
    body: z.strictObject({ id: z.int().min(1), paused: z.boolean() }),
    reply: customAlertsReply,
  }),
  removeCustomAlert: route({
    method: 'POST',
    path: '/custom-alerts/remove',
    auth: 'user',
    perMinute: 60,
    summary: 'Removes an alert',
    body: z.strictObject({ id: z.int().min(1) }),
    reply: customAlertsReply,
  }),
}
