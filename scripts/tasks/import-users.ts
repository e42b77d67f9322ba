// Brings users in from an exported document store; arguments: <users.jsonl> [--apply] [--report <file.json>].
import { run } from '../command.ts'

process.exit(await run(process.execPath, ['apps/server/src/import/main.ts', ...process.argv.slice(2)]))
