import { BROKER_CONTRACT, titleOf } from '@strikewise/execution/testing/broker-contract.ts'
import { describe, it } from 'vitest'
import { MODEL_CANNOT, ModelHarness } from '../model-harness.ts'

describe('the broker port on the exchange model', () => {
  for (const one of BROKER_CONTRACT) {
    const { title, skipped } = titleOf(one, MODEL_CANNOT)
    it.skipIf(skipped)(title, () => one.run(new ModelHarness(one.needs)))
  }
})
