import * as z from 'zod'
import { applyDelta, type JsonValue } from './json-delta.ts'
import { istDateText } from './scalars.ts'

/** Checked by its call's own schema once it is whole. */
const json = z.unknown().transform((value) => value as JsonValue)

const recordedReply = z.object({
  /** Name of the call. */
  route: z.string(),
  params: z.record(z.string(), z.string()).optional(),
  query: z.record(z.string(), z.string()),
  /** Seconds since the change before (the first: since the recording began), and the delta to the answer before; from null. */
  changes: z.array(z.tuple([z.int().nonnegative(), json])),
})
export type RecordedReply = z.infer<typeof recordedReply>

/**
 * A day of the simulated market as the dashboard of one paper account read it: what each of its calls answered, and when
 * that answer changed. Made by `npm run demo-day`, played by the page `/demo/day`.
 */
export const demoDay = z.object({
  /** The day on which it was recorded. */
  recorded_on: istDateText,
  /** The day of the simulated market. */
  day: istDateText,
  uid: z.string(),
  /** Market time of the first and of the last reading, epoch ms. */
  from: z.int(),
  to: z.int(),
  replies: z.array(recordedReply),
})
export type DemoDay = z.infer<typeof demoDay>

/** The recorded answer at every change, with the seconds since the recording began, oldest first. */
export function* recordedValues({ changes }: RecordedReply): Generator<{ second: number; value: JsonValue }> {
  let second = 0
  let value: JsonValue = null
  for (const [later, delta] of changes) {
    second += later
    value = applyDelta(value, delta)
    yield { second, value }
  }
}
