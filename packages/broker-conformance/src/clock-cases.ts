import assert from 'node:assert/strict'
import type { BrokerCase } from './broker-bench.ts'
import { valueOf } from './steps.ts'

/** The core holds no wall clock for right by itself: where the broker shows its time, that is the second clock. */
export const CLOCK_CASES: readonly BrokerCase[] = [
  {
    name: 'shows the broker’s clock as its newest answer did, within bounds',
    needs: ['time'],
    async run(bench) {
      const from = bench.brokerNow()
      valueOf(await bench.port.funds())
      const first = bench.port.brokerTime?.()
      assert.ok(first !== undefined, 'no time is shown')
      assert.ok(first.earliest <= bench.brokerNow() && first.latest >= from, 'the clock is outside its bounds')
      valueOf(await bench.port.orders())
      assert.ok(bench.port.brokerTime!()!.mono > first.mono, 'a later answer shows nothing newer')
    },
  },
  {
    name: 'a port whose broker shows no time has none to ask for',
    needs: ['no_time'],
    async run({ port }) {
      assert.ok(!('brokerTime' in port), 'the core would wait for a time that never comes')
    },
  },
]
