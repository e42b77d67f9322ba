// Rotates the master key: npm run rotate-keys -- --begin, restart every process, npm run rotate-keys.
// Ends with 0 when the previous key is not needed any more, 1 when it could not be done, 2 when something has to be done first.
import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readConfig } from '../config.ts'
import { openLogger } from '../logging/logger.ts'
import { openStore, startStore } from '../store/open-store.ts'
import { keyFileOf, MasterKey } from '../secrets/master-key.ts'
import { beginRotation, endRotation } from './key-file.ts'
import { rotateKeys, RotationRefused } from './rotate-keys.ts'

process.exitCode = await main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error))
  return error instanceof RotationRefused ? 2 : 1
})

async function main(): Promise<number> {
  const { values } = parseArgs({ options: { begin: { type: 'boolean', default: false } } })
  const config = readConfig(process.env)
  const file = config.masterKey === undefined ? keyFileOf(config.dataDir) : undefined
  if (file !== undefined && !existsSync(file)) throw new RotationRefused(`There is no master key in ${file}.`)
  if (values.begin) {
    if (file === undefined)
      throw new RotationRefused(
        'MASTER_KEY is set: make a new key (openssl rand -hex 32), set MASTER_KEY=<new key>,<present key> for every process and restart them.',
      )
    console.log(
      beginRotation(file)
        ? `A new key stands first in ${file}. Restart every process, then: npm run rotate-keys`
        : `${file} holds a new and a previous key already. Restart every process, then: npm run rotate-keys`,
    )
    return 0
  }
  const master = MasterKey.open(config)
  if (master.ids.length === 1) {
    console.log('There is one master key, so nothing is to be sealed again. A new one begins with --begin.')
    return 0
  }
  const logger = openLogger(config, 'rotate-keys')
  const server = await startStore(config, logger)
  const store = openStore(server.url, logger, { keys: master.ids })
  try {
    await rotateKeys({ db: store.db, master, progress: (line) => console.log(line) })
  } finally {
    await store.close()
    await server.close()
  }
  if (file === undefined) console.log('Set MASTER_KEY to the new key alone, and restart every process.')
  else endRotation(file)
  return 0
}
