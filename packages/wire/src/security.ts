import * as z from 'zod'
import { route } from './route.ts'
import { instantText } from './scalars.ts'

const securityReply = z
  .object({
    /** Whether a code of an authenticator app is asked for at sign-in. */
    two_factor: z.boolean(),
    /** False for an account that signs in at an external provider only. */
    password: z.boolean(),
    /** Where the caller is signed in, the one used last first. */
    sessions: z.array(
      z.object({
        id: z.string(),
        /** The session that asks. */
        current: z.boolean(),
        /** Browser and system, as the device shows. */
        device: z.string(),
        address: z.string().nullable(),
        signed_in_at: instantText,
        last_used_at: instantText,
      }),
    ),
  })
  .meta({ id: 'Security' })
export type Security = z.infer<typeof securityReply>

export const securityRoutes = {
  security: route({
    method: 'GET',
    path: '/security',
    auth: 'user',
    perMinute: 120,
    summary: 'How the account is guarded, and where the caller is signed in',
    query: z.strictObject({}),
    reply: securityReply,
  }),
  endSession: route({
    method: 'POST',
    path: '/sessions/end',
    auth: 'user',
    perMinute: 30,
    summary: 'Signs one of the caller’s devices out',
    body: z.strictObject({ id: z.string().min(1).max(64) }),
    reply: securityReply,
  }),
  endOtherSessions: route({
    method: 'POST',
    path: '/sessions/end-others',
    auth: 'user',
    perMinute: 30,
    summary: 'Signs all of the caller’s devices out but the one that asks',
    body: z.strictObject({}),
    reply: securityReply,
  }),
}
