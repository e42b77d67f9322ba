import type { ContractDay, ContractMinute } from '@strikewise/chain-history/contract-history.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { Bus } from '../bus/bus.ts'
import {
  HISTORY_ANSWERED,
  HISTORY_ASKED,
  historyAnswer,
  historyKey,
  type HistoryQuestion,
} from '../bus/contract-history.ts'
import type { ViewedTerms } from '../bus/contract-views.ts'
import type { Logger } from '../logging/logger.ts'

/** A question is asked again while there is no answer, and seldom afterwards: a session is added each night. */
const ASK_MS = { unanswered: 2000, answered: 60_000 }
/** More than screens have open at a time; the one least recently asked for is removed first. */
const MAX_QUESTIONS = 256

interface Known {
  /** By day; undefined: no process has answered yet. */
  days: Map<IstDate, ContractDay> | undefined
  minutes: readonly ContractMinute[] | undefined
  askedAt: number
}

/** What the stored chains have of the contracts that screens have open, as the processes of the market role answered. */
export class ContractHistories {
  readonly #bus: Bus
  readonly #known = new Map<string, Known>()
  readonly #unsubscribe: () => void

  constructor(bus: Bus, logger: Pick<Logger, 'error'>) {
    this.#bus = bus
    this.#unsubscribe = bus.subscribe(`${HISTORY_ANSWERED}*`, (subject, payload) => {
      const known = this.#known.get(subject.slice(HISTORY_ANSWERED.length))
      // Asked for by another process.
      if (known === undefined) return
      const answer = historyAnswer.safeParse(payload)
      if (answer.success) take(known, answer.data as { days: ContractDay[]; minutes: ContractMinute[] })
      else logger.error({ err: answer.error, subject }, 'an answer from the stored chains could not be read')
    })
  }

  /** What each stored session of a contract ended with, oldest first. Undefined: not answered yet. */
  days(terms: ViewedTerms): readonly ContractDay[] | undefined {
    const { days } = this.#ask({ terms, day: null })
    return days && [...days.values()].toSorted((a, b) => (a.day < b.day ? -1 : 1))
  }

  /** The minutes of a stored session; none when it is not stored. Undefined: not answered yet. */
  minutes(terms: ViewedTerms, day: IstDate): readonly ContractMinute[] | undefined {
    return this.#ask({ terms, day }).minutes
  }

  close(): void {
    this.#unsubscribe()
  }

  #ask(question: HistoryQuestion): Known {
    const key = historyKey(question)
    const known = this.#known.get(key) ?? { days: undefined, minutes: undefined, askedAt: Number.NEGATIVE_INFINITY }
    this.#known.delete(key)
    if (this.#known.size >= MAX_QUESTIONS) this.#known.delete(this.#known.keys().next().value!)
    this.#known.set(key, known)
    const now = performance.now()
    if (now - known.askedAt >= ASK_MS[known.days === undefined ? 'unanswered' : 'answered']) {
      known.askedAt = now
      this.#bus.publish(HISTORY_ASKED, question)
    }
    return known
  }
}

/** Several machines may have recorded: each has its own days, and of a day that two began the longer one counts. */
function take(known: Known, { days, minutes }: { days: readonly ContractDay[]; minutes: readonly ContractMinute[] }) {
  known.days = new Map([...(known.days ?? []), ...days.map((one) => [one.day, one] as const)])
  if (known.minutes === undefined || minutes.length > known.minutes.length) known.minutes = minutes
}
