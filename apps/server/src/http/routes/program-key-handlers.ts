import { programKeysOf, createProgramKey, revokeProgramKey } from '../../program-keys/program-key-rows.ts'
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

type Names = 'programKeys' | 'createProgramKey' | 'revokeProgramKey'

export function programKeyHandlers({ bus, logger }: UserDependencies): Handlers<Names> {
  return {
    programKeys: async ({ caller, userDb }) => ({ keys: await userDb.read((db) => programKeysOf(db, caller.userId)) }),

    async createProgramKey({ caller, userDb, body }) {
      requireFreshSignIn(caller)
      const made = await userDb.write(async (db) => ({
        key: await createProgramKey(db, caller.userId, body),
        keys: await programKeysOf(db, caller.userId),
      }))
      logger.info({ user: caller.userId, scopes: body.scopes }, 'program key created')
      return made
    },

    async revokeProgramKey({ caller, userDb, body }) {
      const keys = await userDb.write(async (db) => {
        await revokeProgramKey(db, caller.userId, body.id)
        return programKeysOf(db, caller.userId)
      })
      logger.info({ user: caller.userId, key: body.id }, 'program key revoked')
      // Every process forgets what it believed of the key.
      bus.publish(`account.${caller.userId}`, null)
      return { keys }
    },
  }
}
