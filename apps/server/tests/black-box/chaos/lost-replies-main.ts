// Loses the reply of so many order calls over the wire and prints what became of them.
import { parseArgs } from 'node:util'
import { loseReplies } from './lost-replies.ts'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    accounts: { type: 'string', default: '60' },
    seed: { type: 'string', default: '1' },
  },
})
let lost = 0
try {
  const result = await loseReplies({
    replies: Number(values.count),
    accounts: Number(values.accounts),
    seed: `lost replies ${values.seed}`,
    onProgress: (now) => console.log(`${(lost = now)} replies lost`),
  })
  const { broken, differences, doubts, orders } = result.report
  const duplicates = broken.filter((finding) => finding.code === 'doubled').length
  console.log(
    `${result.lost} replies lost after acceptance (${result.inDoubt} calls in doubt), ${orders} orders of ${result.trades} trades, ` +
      `${result.seconds.toFixed(0)} s: ${duplicates} duplicates, ${differences.length} lost, ${doubts.length} unsettled`,
  )
  // What docs/benchmarks.md records of a run.
  console.log(
    [
      `figure: replies lost after the broker took the order | ${result.lost.toLocaleString('en')}`,
      `figure: orders, trades | ${orders}, ${result.trades}`,
      `figure: doubled | ${duplicates}`,
      `figure: lost | ${differences.length}`,
      `figure: unsettled | ${doubts.length}`,
      `figure: time | ${result.seconds.toFixed(0)} s`,
    ].join('\n'),
  )
  process.exitCode = broken.length + differences.length + doubts.length === 0 ? 0 : 1
} catch (error) {
  console.error(`ended without a verdict after ${lost} replies:`, error)
  process.exitCode = 1
}
