// A thread of a batch: takes one job a message, answers with what it added up to.
import { parentPort } from 'node:worker_threads'
import type { FaultDecision } from './chance/chooser.ts'
import { oneIn, singleFaultsOf } from './single-faults.ts'
import { count, emptyStatistics, type Statistics } from './statistics.ts'
import { runTrial, sessionNamed, trialName, type Trial } from './trial.ts'

export type BatchJob =
  | { readonly type: 'seeds'; readonly first: number; readonly last: number }
  /**
   * Single faults of a plain day, or of a saved scenario beside its own: of each kind one in `every`, and of those part
   * `part` of `parts`.
   */
  | {
      readonly type: 'singles'
      readonly session: string
      readonly every: number
      readonly part: number
      readonly parts: number
    }
  /** One fault given, each later one of which `keep` in a thousand are tried. */
  | { readonly type: 'pairs'; readonly session: string; readonly given: FaultDecision; readonly keep: number }

parentPort!.on('message', (job: BatchJob) => parentPort!.postMessage(run(job)))

function run(job: BatchJob): Statistics {
  const statistics = emptyStatistics()
  for (const trial of trialsOf(job)) count(statistics, trialName(trial), runTrial(trial))
  return statistics
}

function* trialsOf(job: BatchJob): Generator<Trial> {
  switch (job.type) {
    case 'seeds':
      for (let seed = job.first; seed <= job.last; seed += 1) yield { type: 'seed', seed }
      return
    case 'singles': {
      const { session } = job
      const chosen = oneIn(job.every, singleFaultsOf(sessionNamed(session)))
      for (let i = job.part; i < chosen.length; i += job.parts) yield { type: 'faults', session, added: [chosen[i]!] }
      return
    }
    case 'pairs': {
      const { session, given } = job
      const seconds = singleFaultsOf(sessionNamed(session), given)
      // Spread over the session, never the first few only.
      const step = Math.max(1, Math.round(1_000 / job.keep))
      for (let i = given.ordinal % step; i < seconds.length; i += step)
        yield { type: 'faults', session, added: [given, seconds[i]!] }
    }
  }
}
