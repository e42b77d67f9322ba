import { brokerContract, titleOf } from '@strikewise/broker-conformance/broker-contract.ts'
import { describe, it } from 'vitest'
import { MODEL_CANNOT, ModelHarness } from '../model-harness.ts'

describe('the broker port on the exchange model', () => {
  for (const one of brokerContract()) {
    const { title, skipped } = titleOf(one, MODEL_CANNOT)
    it.skipIf(skipped)(title, () => one.run(new ModelHarness(one.needs)))
  }
})
