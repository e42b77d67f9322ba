import * as z from 'zod'

/** A text as data: its code, stable, and what the text fills in. `text` beside it is the same in one language. */
export const message = z.object({ code: z.string(), params: z.record(z.string(), z.unknown()) }).meta({ id: 'Message' })
export type MessageBody = z.infer<typeof message>
