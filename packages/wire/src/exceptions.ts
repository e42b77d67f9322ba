import * as z from 'zod'
import { problemText } from './field-problem.ts'
import { reason } from './operator.ts'
import { route } from './route.ts'
import { instantText, istDateText } from './scalars.ts'

/** What an operator does with an exception. `taken`: by whom, for others to see. */
export const EXCEPTION_STEPS = ['taken', 'resolved', 'reopened'] as const
export type ExceptionStep = (typeof EXCEPTION_STEPS)[number]

const exceptionRow = z
  .object({
    id: z.number(),
    user_id: z.string(),
    email: z.string().nullable(),
    /** The alarm's or the finding's short code, as metrics and logs have it. */
    code: z.string(),
    /** From the auditor, which compares store and broker; otherwise trading raised it. */
    is_finding: z.boolean(),
    /** What happened and what the machine does about it. */
    text: z.string(),
    day: istDateText,
    first_at: instantText,
    last_at: instantText,
    occurrences: z.number().int().positive(),
    /** `recurred`: it occurred again after it was resolved. */
    state: z.enum(['open', 'taken', 'resolved', 'recurred']),
    /** Who took it last, while it is taken. */
    owner: z.string().nullable(),
    steps: z.array(
      z.object({ step: z.enum(EXCEPTION_STEPS), by: z.string(), at: instantText, note: z.string().nullable() }),
    ),
  })
  .meta({ id: 'Exception' })
export type ExceptionRow = z.infer<typeof exceptionRow>

/** Alarms of trading and findings of the auditor, worked through by operators. */
export const exceptionRoutes = {
  operatorExceptions: route({
    method: 'GET',
    path: '/operator/exceptions',
    auth: 'operator',
    perMinute: 120,
    summary: 'Alarms and findings that are not resolved, the newest first, then those resolved in the last seven days',
    query: z.strictObject({}),
    reply: z.object({ exceptions: z.array(exceptionRow) }),
  }),
  stepException: route({
    method: 'POST',
    path: '/operator/exceptions/:id/steps',
    auth: 'operator',
    perMinute: 60,
    summary: 'Takes an exception, resolves it with a note, or opens it again. Each step is kept',
    params: z.strictObject({ id: z.string().regex(/^\d{1,15}$/) }),
    body: z
      .strictObject({
        step: z.enum(EXCEPTION_STEPS),
        /** How it was resolved. */
        note: reason.optional(),
      })
      .refine(({ step, note }) => step !== 'resolved' || note !== undefined, {
        error: problemText({ code: 'field.required' }),
        path: ['note'],
      }),
    reply: exceptionRow,
  }),
}
