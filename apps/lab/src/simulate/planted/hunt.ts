// Forked in a copy of the program that has a bug: runs session after session and reports each that breaks something.
// The one who asked knows whether it breaks without the bug too: it ends this process, or has it go on.
import { once } from 'node:events'
import type { Violation } from '../checker/violation.ts'
import { runTrial, type Trial } from '../trial.ts'
import { trials, trialsSavedFor } from './trials.ts'

export type HuntReport =
  | { readonly type: 'broken'; readonly trial: Trial; readonly violation: Violation; readonly sessions: number }
  | { readonly type: 'nothing'; readonly sessions: number }

/** How many seeds at most, or `saved` and the name of the bug for the scenarios that are there for it. */
const [size, bug] = process.argv.slice(2)
const queue = size === 'saved' ? trialsSavedFor(bug!).values() : trials(Number(size))
let sessions = 0
setImmediate(next)

/** One session a turn of the event loop: the engine's loop wants to be called from a timer. */
function next(): void {
  const { value: trial, done } = queue.next()
  if (done === true) {
    notify({ type: 'nothing', sessions })
    return
  }
  sessions += 1
  const [violation] = runTrial(trial).violations
  if (violation === undefined) {
    setImmediate(next)
    return
  }
  notify({ type: 'broken', trial, violation, sessions })
  void once(process, 'message').then(() => setImmediate(next))
}

function notify(report: HuntReport): void {
  process.send!(report)
}
