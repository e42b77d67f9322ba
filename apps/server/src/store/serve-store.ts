// Serves the store alone: for measurements of what runs on it. `node serve-store.ts <data folder> <file for its address>`.
import { writeFileSync } from 'node:fs'
import { startStore } from './open-store.ts'

const [dataDir, addressFile] = process.argv.slice(2)
if (dataDir === undefined || addressFile === undefined)
  throw new Error('give the data folder and the file that the address shall be written to')

const server = await startStore({ databaseUrl: undefined, dataDir }, { warn: (what: unknown) => console.error(what) })
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => void server.close().then(() => process.exit(0)))
// It holds the password: a file for its owner alone, not a line somebody might log.
writeFileSync(addressFile, server.url.reveal(), { mode: 0o600 })
console.log(JSON.stringify({ ready: true }))
