// Sends requests drawn from the API's own document to a server, valid, broken and hostile, and sockets beside them;
// arguments are the fuzzer's options: --requests N, --seed N.
import { run } from '../command.ts'

// As under the test runner: the identity library asks a program's own requests for no Origin there.
const env = { ...process.env, NODE_ENV: 'test' }
process.exit(await run(process.execPath, ['apps/server/tests/fuzz/main.ts', ...process.argv.slice(2)], env))
