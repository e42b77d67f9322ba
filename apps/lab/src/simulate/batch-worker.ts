// A thread of a batch: takes one job a message, answers with what it added up to.
import { parentPort } from 'node:worker_threads'
import { SeededChooser, drawStrengths, type FaultDecision } from './chance/chooser.ts'
import { runSession } from './run-session.ts'
import { CANONICAL } from './session/canonical.ts'
import { drawShape } from './session/draw-shape.ts'
import { count, emptyStatistics, type Statistics } from './statistics.ts'
import { oneIn, runWith, singleFaultsOf } from './single-faults.ts'

export type BatchJob =
  | { readonly type: 'seeds'; readonly first: number; readonly last: number }
  /** Single faults of a canonical session: of each kind one in `every`, and of those part `part` of `parts`. */
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
  switch (job.type) {
    case 'seeds':
      for (let seed = job.first; seed <= job.last; seed += 1)
        count(statistics, seed, runSession(drawShape(seed), new SeededChooser(seed, drawStrengths(seed))))
      return statistics
    case 'singles': {
      const shape = CANONICAL[job.session]!
      const chosen = oneIn(job.every, singleFaultsOf(shape))
      for (let i = job.part; i < chosen.length; i += job.parts) count(statistics, i, runWith(shape, [chosen[i]!]))
      return statistics
    }
    case 'pairs': {
      const shape = CANONICAL[job.session]!
      const seconds = singleFaultsOf(shape, [job.given])
      // Spread over the session, never the first few only.
      const step = Math.max(1, Math.round(1_000 / job.keep))
      for (let i = job.given.ordinal % step; i < seconds.length; i += step)
        count(statistics, i, runWith(shape, [job.given, seconds[i]!]))
      return statistics
    }
  }
}
