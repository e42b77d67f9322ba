// Loaded before the page server of `isolation`: starts the burst on a thread of the same process, as the trader is one there, and
// prints what it reports. The order comes in `BENCH_BURST`.
import { isMainThread, Worker } from 'node:worker_threads'
import type { BurstReport } from './burst-thread.ts'

// What is loaded before a program is loaded before each of its threads, too.
if (isMainThread) {
  const order = process.env['BENCH_BURST']
  if (order === undefined) throw new Error('BENCH_BURST must give the order of the burst')
  const thread = new Worker(new URL('burst-thread.ts', import.meta.url), { workerData: JSON.parse(order) as unknown })
  thread.on('message', (report: BurstReport) => console.log(JSON.stringify(report)))
  thread.once('error', (error) => {
    console.error(error)
    process.exit(1)
  })
  thread.unref()
}
