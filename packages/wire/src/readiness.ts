import * as z from 'zod'
import { message } from './message.ts'
import { route } from './route.ts'
import { instantText, istDateText } from './scalars.ts'

/** The checks of the morning, in the order of the card. */
export const READINESS_CHECKS = [
  'login',
  'egress',
  'funds',
  'feed',
  'clock',
  'contracts',
  'limits',
  'plan',
  'events',
] as const
export type ReadinessCheck = (typeof READINESS_CHECKS)[number]

/** `wait`: not known yet at this hour, and nothing to do. */
export const READINESS_STATES = ['pass', 'wait', 'warn', 'fail'] as const
export type ReadinessState = (typeof READINESS_STATES)[number]

/** What can be done about a finding with one press. */
export const READINESS_REMEDIES = [
  'log_in',
  'connect_paper',
  'connect_account',
  'add_funds',
  'resume_entries',
  'trade_settings',
  'plans',
  'status',
  'support',
] as const
export type ReadinessRemedy = (typeof READINESS_REMEDIES)[number]

const readinessLine = z.object({
  check: z.enum(READINESS_CHECKS),
  state: z.enum(READINESS_STATES),
  /** In the caller's language. */
  text: z.string(),
  message,
  remedy: z.enum(READINESS_REMEDIES).nullable(),
})
export type ReadinessLine = z.infer<typeof readinessLine>

export const readinessReply = z
  .object({
    day: istDateText,
    /** When the day's first session opens; null: the exchange is closed today. */
    opens_at: instantText.nullable(),
    /** The most serious state of the checks; `wait` counts as `pass`. */
    state: z.enum(['pass', 'warn', 'fail']),
    checks: z.array(readinessLine),
  })
  .meta({ id: 'Readiness' })
export type ReadinessReply = z.infer<typeof readinessReply>

export const readinessRoutes = {
  readiness: route({
    method: 'GET',
    path: '/readiness',
    auth: 'user',
    keyScope: 'read',
    perMinute: 120,
    summary:
      'Whether the caller’s account is ready for today’s session, check by check, with what can be done about each',
    query: z.strictObject({}),
    reply: readinessReply,
  }),
}
