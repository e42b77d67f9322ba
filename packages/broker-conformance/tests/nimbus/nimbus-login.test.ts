import { runLogin } from '../../src/run-login.ts'
import { NimbusLoginBench } from './nimbus-login-bench.ts'

runLogin('a made-up broker over HTTP', () => NimbusLoginBench.open())
