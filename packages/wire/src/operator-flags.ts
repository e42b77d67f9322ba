import { PLANS } from '@strikewise/domain/plans/plan.ts'
import * as z from 'zod'
import { FEATURE_FLAGS, featureFlag } from './feature-flags.ts'
import { route } from './route.ts'
import { instantText, plan } from './scalars.ts'

/** Characters of the reason for a change. */
export const MAX_FLAG_REASON = 300

/** Percent of the users of the plans: of none, of all. */
export const MIN_FLAG_PERCENTAGE = 0
export const MAX_FLAG_PERCENTAGE = 100

const percentage = z.int().min(MIN_FLAG_PERCENTAGE).max(MAX_FLAG_PERCENTAGE)

const flagRow = z
  .object({
    flag: featureFlag,
    /** Whose users can have the feature; every plan where no operator ever changed it. */
    plans: z.array(plan),
    percentage,
    /** Null, both: no operator ever changed it, and it is on for every user. */
    updated_by: z.string().nullable(),
    updated_at: instantText.nullable(),
  })
  .meta({ id: 'OperatorFlag' })
export type FlagRow = z.infer<typeof flagRow>

const flagsReply = z.object({ flags: z.array(flagRow).length(FEATURE_FLAGS.length) }).meta({ id: 'OperatorFlags' })

const flagChange = z.strictObject({
  flag: featureFlag,
  plans: z.array(plan).min(1).max(PLANS.length),
  percentage,
  reason: z.string().trim().min(1).max(MAX_FLAG_REASON),
})
export type FlagChange = z.output<typeof flagChange>

/** Feature flags, as operators see and change them. */
export const operatorFlagRoutes = {
  operatorFlags: route({
    method: 'GET',
    path: '/operator/flags',
    auth: 'operator',
    perMinute: 120,
    summary: 'Which users have each optional feature, and who changed that when',
    query: z.strictObject({}),
    reply: flagsReply,
  }),
  changeFlag: route({
    method: 'PUT',
    path: '/operator/flags',
    auth: 'operator',
    perMinute: 60,
    summary: 'Sets the plans, and the percentage of their users, that have an optional feature',
    body: flagChange,
    reply: flagsReply,
  }),
}
