import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { startManagedProcess } from '../../../../scripts/child-process.ts'
import { whileRunning } from '../while-running.ts'
import type { PollLoad, PollOrder } from './poll-load.ts'

/** Has a process of its own ask what `order` says, with its files in the folder `data`. */
export function polled(data: string, order: PollOrder): Promise<PollLoad> {
  const file = join(data, 'polls.json')
  writeFileSync(file, JSON.stringify(order))
  const start = () =>
    startManagedProcess<PollLoad>({
      name: 'dashboards',
      args: ['tools/bench/src/polls/poll-load.ts', file],
      logFile: join(data, 'logs', 'dashboards.log'),
    })
  return whileRunning(
    start,
    ({ program }) => program,
    async ({ ready }) => ready,
  )
}
