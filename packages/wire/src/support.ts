import * as z from 'zod'
import { route } from './route.ts'
import { instantText } from './scalars.ts'

export const messageText = z.string().trim().min(1).max(4000)

export const supportMessage = z
  .object({ id: z.number(), from: z.enum(['user', 'operator']), text: z.string(), at: instantText })
  .meta({ id: 'SupportMessage' })
export type SupportMessage = z.infer<typeof supportMessage>

const supportChat = z
  .object({
    /** When support is there, in the operator's text; null: no hours are promised. */
    hours: z.string().nullable(),
    /** Oldest first. */
    messages: z.array(supportMessage),
  })
  .meta({ id: 'SupportChat' })

export const supportRoutes = {
  supportChat: route({
    method: 'GET',
    path: '/support/chat',
    auth: 'user',
    feature: 'support_chat',
    perMinute: 120,
    summary: 'The caller’s conversation with support',
    query: z.strictObject({}),
    reply: supportChat,
  }),
  sayToSupport: route({
    method: 'POST',
    path: '/support/chat',
    auth: 'user',
    feature: 'support_chat',
    idempotent: true,
    perMinute: 20,
    summary: 'Writes to support in the chat',
    body: z.strictObject({ text: messageText }),
    multiline: ['text'],
    reply: supportChat,
  }),
}
