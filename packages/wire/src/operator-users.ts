import * as z from 'zod'
import { problemText } from './field-problem.ts'
import { operatorUser } from './operator.ts'
import { route } from './route.ts'
import { instantText, linkMode, plan, userId } from './scalars.ts'

/** How a user's broker account is linked: not, as a paper account, or with the broker's keys. */
export const LISTED_LINKS = ['none', ...linkMode.options] as const
export type ListedLink = (typeof LISTED_LINKS)[number]

/** Whether a plan with an end has come to it. */
export const LISTED_TERMS = ['running', 'ended'] as const
export type ListedTerm = (typeof LISTED_TERMS)[number]

const listedUser = z
  .object({
    user_id: z.string(),
    name: z.string(),
    /** Its first letter and the part from the `@` on. */
    masked_email: z.string(),
    joined_at: instantText,
    /** Null: an imported record that has none. */
    plan: plan.nullable(),
    plan_expiry: instantText.nullable(),
    link: z.enum(LISTED_LINKS),
    connected: z.boolean(),
  })
  .meta({ id: 'ListedUser' })
export type ListedUser = z.infer<typeof listedUser>

const usersQuery = z.strictObject({
  plan: plan.optional(),
  term: z.enum(LISTED_TERMS).optional(),
  link: z.enum(LISTED_LINKS).optional(),
  /** `next` of the page before. */
  before: z
    .string()
    .regex(/^\d{1,15}\.[\w:-]{1,64}$/, problemText({ code: 'field.cursor' }))
    .optional(),
})
/** Which users a list is of, and from where it goes on. */
export type UsersQuery = z.infer<typeof usersQuery>

export const operatorUserRoutes = {
  operatorUsers: route({
    method: 'GET',
    path: '/operator/users',
    auth: 'operator',
    perMinute: 60,
    recorded: true,
    summary: 'Users by plan, its term and their broker link, the newest first, fifty at a time. Each look is kept',
    query: usersQuery,
    reply: z.object({ users: z.array(listedUser), next: z.string().nullable() }),
  }),
  operatorUserById: route({
    method: 'GET',
    path: '/operator/users/:id',
    auth: 'operator',
    perMinute: 30,
    recorded: true,
    summary: 'One user of the list: plan, link and payments, no secret. Each look is kept',
    params: z.strictObject({ id: userId }),
    query: z.strictObject({}),
    reply: operatorUser,
  }),
}
