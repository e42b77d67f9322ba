import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto'
import type { Kysely } from 'kysely'
import { librarySecrets } from '../identity/identity-secrets.ts'
import type { Database } from '../store/database.ts'
import type { MasterKey } from '../secrets/master-key.ts'

/** What the identity library writes before a value it encrypted with the secret of that number. */
const envelopeOf = (version: number) => `$ba$${version}$`

/**
 * Encrypts the secrets and backup codes of authenticator apps again that the present master key did not encrypt. One that
 * its owner changes meanwhile is left for the next time. Returns how many rows were changed.
 */
export async function resealFactors(db: Kysely<Database>, master: MasterKey): Promise<number> {
  const { secret, secrets } = librarySecrets(master)
  const current = secrets[0]!.version
  const key = {
    keys: new Map(secrets.map(({ version, value }) => [version, value])),
    currentVersion: current,
    legacySecret: secret,
  }
  const again = async (data: string) =>
    data.startsWith(envelopeOf(current)) ? data : symmetricEncrypt({ key, data: await symmetricDecrypt({ key, data }) })
  const rows = await db.selectFrom('identity_two_factors').select(['id', 'secret', 'backupCodes']).execute()
  let changed = 0
  for (const row of rows) {
    const fresh = { secret: await again(row.secret), backupCodes: await again(row.backupCodes) }
    if (fresh.secret === row.secret && fresh.backupCodes === row.backupCodes) continue
    const { numUpdatedRows } = await db
      .updateTable('identity_two_factors')
      .set(fresh)
      .where('id', '=', row.id)
      .where('secret', '=', row.secret)
      .where('backupCodes', '=', row.backupCodes)
      .executeTakeFirstOrThrow()
    changed += Number(numUpdatedRows)
  }
  return changed
}
