import { callTimeoutFor, runContract } from '../../src/run-contract.ts'
import { NIMBUS_CANNOT, NimbusBench } from './nimbus-bench.ts'
import { NIMBUS_STATUSES } from './nimbus-rows.ts'

runContract(
  'a made-up broker over HTTP',
  NIMBUS_CANNOT,
  (needs) => NimbusBench.open(callTimeoutFor(needs), needs.includes('funds:collateral_only')),
  NIMBUS_STATUSES,
)
