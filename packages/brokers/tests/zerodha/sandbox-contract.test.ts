import { afterAll, beforeAll } from 'vitest'
import { SANDBOX_CANNOT, SandboxBench } from './sandbox-harness.ts'
import { Sandbox } from './sandbox.ts'
import { callTimeoutFor, runContract } from '@strikewise/broker-conformance/run-contract.ts'

let sandbox: Sandbox

beforeAll(async () => {
  sandbox = await Sandbox.start(['--speed', '20', '--start', '2026-09-16T10:00+05:30', '--seed', 'broker contract'])
})
afterAll(() => sandbox?.stop())

runContract('the sandbox over the wire', SANDBOX_CANNOT, (needs) => SandboxBench.open(sandbox, callTimeoutFor(needs)))
