import type { Note } from '../ports.ts'
import type { Change } from '../store/change.ts'
import type { Ledger } from './ledger.ts'

/** More than the kinds of alarms there are. */
const MAX_LOST_ALARMS = 100

/** Alarms of ledgers that were dropped before they were written: each is raised once a day, so the next ledger writes them. */
export class LostAlarms {
  #changes: readonly Change[] = []
  #notes: readonly Note[] = []

  /** Keeps what a ledger that is dropped has not written. */
  keep(ledger: Ledger | undefined): void {
    if (ledger === undefined) return
    const { changes, notes } = ledger.unwrittenAlarms()
    this.#changes = [...this.#changes, ...changes].slice(-MAX_LOST_ALARMS)
    this.#notes = [...this.#notes, ...notes].slice(-MAX_LOST_ALARMS)
  }

  /** Hands everything kept to the ledger that goes on. */
  passOn(ledger: Ledger): void {
    for (const change of this.#changes) ledger.put(change)
    for (const note of this.#notes) ledger.note(note)
    this.#changes = []
    this.#notes = []
  }
}
