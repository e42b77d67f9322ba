import { runLogin } from '@strikewise/broker-conformance/run-login.ts'
import { afterAll, beforeAll } from 'vitest'
import { SandboxLoginBench } from './sandbox-login-bench.ts'
import { Sandbox } from './sandbox.ts'

let sandbox: Sandbox
let accounts = 0

beforeAll(async () => {
  sandbox = await Sandbox.start(['--speed', '1', '--start', '2026-09-16T10:00+05:30', '--seed', 'broker login'])
})
afterAll(() => sandbox?.stop())

runLogin('Kite, at the sandbox', () => SandboxLoginBench.open(sandbox, `BL${1000 + (accounts += 1)}`))
