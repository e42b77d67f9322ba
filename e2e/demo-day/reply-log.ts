import type { RecordedReply } from '@strikewise/wire/demo-day.ts'
import { deltaOf, type JsonValue } from '@strikewise/wire/json-delta.ts'

type Call = Pick<RecordedReply, 'route' | 'params' | 'query'>

interface Logged extends Call {
  readonly changes: [seconds: number, delta: JsonValue][]
  last: JsonValue
  second: number
}

/** Collects the answers of calls, of each the changes alone. */
export class ReplyLog {
  readonly #calls = new Map<string, Logged>()

  /** `value`: the answer at `second` of the recording. An answer that has not changed takes no room. */
  add(call: Call, second: number, value: unknown): void {
    const name = JSON.stringify([call.route, call.params, call.query])
    const logged = this.#calls.get(name) ?? { ...call, changes: [], last: null, second: 0 }
    this.#calls.set(name, logged)
    // As it comes over the network: without what is undefined.
    const json = JSON.parse(JSON.stringify(value)) as JsonValue
    const delta = deltaOf(logged.last, json)
    if (delta === undefined) return
    // Never before the answer that it replaces.
    const at = Math.max(second, logged.second)
    logged.changes.push([at - logged.second, delta])
    logged.last = json
    logged.second = at
  }

  replies(): RecordedReply[] {
    return [...this.#calls.values()].map(({ route, params, query, changes }) => ({
      route,
      ...(params === undefined ? {} : { params }),
      query,
      changes,
    }))
  }
}
