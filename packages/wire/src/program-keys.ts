import * as z from 'zod'
import { problemText } from './field-problem.ts'
import { KEY_SCOPES, route } from './route.ts'
import { instantText } from './scalars.ts'

/** Days for which a key can be made at most: one that is forgotten must not open an account for ever. */
export const MAX_KEY_DAYS = 365
/** Address ranges one key can be bound to. */
const MAX_KEY_ADDRESSES = 10

const ADDRESS_FORMS = [z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]

/** An IP address, or a range of them in CIDR notation. */
const addressRange = z
  .string()
  .trim()
  .max(50)
  .refine(
    (text) => ADDRESS_FORMS.some((form) => form.safeParse(text).success),
    problemText({ code: 'field.address_range' }),
  )

const programKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(z.enum(KEY_SCOPES)),
  /** The key's last characters, which distinguish it for its owner. */
  last4: z.string(),
  created_at: instantText,
  expires_at: instantText,
  /** Where it may be used from; empty: anywhere. */
  addresses: z.array(z.string()),
  /** To within a minute. */
  last_used_at: instantText.nullable(),
  last_used_address: z.string().nullable(),
  state: z.enum(['active', 'expired', 'revoked']),
})
export type ProgramKey = z.infer<typeof programKey>

const programKeysReply = z.object({ keys: z.array(programKey) }).meta({ id: 'ProgramKeys' })

export const programKeyRoutes = {
  programKeys: route({
    method: 'GET',
    path: '/program-keys',
    auth: 'user',
    perMinute: 120,
    summary: 'The caller’s keys for programs, the newest first, with when and from where each was last used',
    query: z.strictObject({}),
    reply: programKeysReply,
  }),
  createProgramKey: route({
    method: 'POST',
    path: '/program-keys',
    auth: 'user',
    flag: 'program_keys',
    perMinute: 10,
    summary: 'Makes a key for programs, which is shown in this answer alone; asks for a fresh sign-in',
    body: z.strictObject({
      name: z.string().trim().min(1).max(60),
      scopes: z.array(z.enum(KEY_SCOPES)).min(1).max(KEY_SCOPES.length),
      expires_in_days: z.number().int().min(1).max(MAX_KEY_DAYS),
      addresses: z.array(addressRange).max(MAX_KEY_ADDRESSES),
    }),
    reply: z.object({ key: z.string(), keys: z.array(programKey) }),
  }),
  revokeProgramKey: route({
    method: 'POST',
    path: '/program-keys/revoke',
    auth: 'user',
    perMinute: 30,
    summary: 'Ends one of the caller’s keys for good, at once',
    body: z.strictObject({ id: z.string().min(1).max(64) }),
    reply: programKeysReply,
  }),
}
