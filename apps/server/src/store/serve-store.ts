// Serves the store alone: for measurements, and for servers that restart beside it. `node serve-store.ts <data folder> <file for its address>`.
import { writeFileSync } from 'node:fs'
import { startStore } from './open-store.ts'

const [dataDir, addressFile] = process.argv.slice(2)
if (dataDir === undefined || addressFile === undefined)
  throw new Error('give the data folder and the file that the address shall be written to')

const starting = startStore({ databaseUrl: undefined, dataDir }, { warn: (what: unknown) => console.error(what) })
// One that is only starting must not be left behind either.
const close = (): void => void starting.then((server) => server.close()).finally(() => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, close)
// Started with a channel, it ends with the process that holds the other end, however that one ends.
if (process.channel !== undefined) process.once('disconnect', close)

const { url } = await starting
// It holds the password: a file for its owner alone, not a line that may be logged.
writeFileSync(addressFile, url.reveal(), { mode: 0o600 })
console.log(JSON.stringify({ ready: true }))
