import type { Books } from './books.ts'
import type { Called } from './called.ts'
import type { Evidence } from './evidence.ts'
import type { Findings } from './findings.ts'
import type { Intents } from './intents.ts'
import type { RowTimes } from './row-times.ts'
import type { Leadership } from './leadership.ts'
import type { Sight } from './sight.ts'
import type { Troubles } from './troubles.ts'

/** What every invariant judges by, and where it puts down what did not hold. */
export interface Parts {
  readonly evidence: Evidence
  readonly called: Called
  readonly books: Books
  readonly intents: Intents
  readonly troubles: Troubles
  readonly rowTimes: RowTimes
  readonly leadership: Leadership
  readonly sight: Sight
  readonly findings: Findings
}
