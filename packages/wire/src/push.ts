import * as z from 'zod'
import { route } from './route.ts'
import { instantText } from './scalars.ts'

const pushDevice = z.object({
  id: z.int(),
  /** Browser and system, as far as they are known. */
  device: z.string(),
  /** SHA-256 of the address of its subscription, in hexadecimal digits. */
  digest: z.string(),
  added_at: instantText,
  /** When a notification was last delivered to its push service; null: none was yet. */
  delivered_at: instantText.nullable(),
  /** Why the last attempt failed; null: it did not, or there was none. */
  problem: z.string().nullable(),
})
export type PushDevice = z.infer<typeof pushDevice>

const pushReply = z
  .object({
    /** The key a browser subscribes with, Base64url; null where this installation sends nothing to browsers. */
    public_key: z.string().nullable(),
    devices: z.array(pushDevice),
  })
  .meta({ id: 'PushDevices' })
export type PushDevices = z.infer<typeof pushReply>

/** Longest address a push service gives out is about 600 characters long. */
const MAX_ENDPOINT = 1_000
const base64url = (max: number) =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/)

export const pushRoutes = {
  pushDevices: route({
    method: 'GET',
    path: '/push-devices',
    auth: 'user',
    perMinute: 60,
    summary: "The caller's browsers that show alerts as notifications",
    query: z.strictObject({}),
    reply: pushReply,
  }),
  addPushDevice: route({
    method: 'POST',
    path: '/push-devices',
    auth: 'user',
    flag: 'browser_notifications',
    perMinute: 10,
    summary: 'Registers the browser that asks, by the subscription it made',
    body: z.strictObject({
      endpoint: z.string().min(1).max(MAX_ENDPOINT),
      p256dh: base64url(100),
      auth: base64url(40),
    }),
    reply: pushReply,
  }),
  testPush: route({
    method: 'POST',
    path: '/push-devices/test',
    auth: 'user',
    flag: 'browser_notifications',
    perMinute: 5,
    summary: 'Sends a test message to all of them',
    body: z.strictObject({}),
    reply: pushReply,
  }),
  removePushDevice: route({
    method: 'POST',
    path: '/push-devices/remove',
    auth: 'user',
    perMinute: 30,
    summary: 'Removes one of them; nothing is sent there any more',
    body: z.strictObject({ id: z.int().min(1) }),
    reply: pushReply,
  }),
}
