import { RecordedBench, RECORDINGS_CANNOT } from './recorded-harness.ts'
import { callTimeoutFor, runContract } from '@strikewise/broker-conformance/run-contract.ts'

runContract('recorded answers', RECORDINGS_CANNOT, (needs) => RecordedBench.open(callTimeoutFor(needs)))
