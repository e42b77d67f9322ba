import { exceptionById, exceptionsAt } from '../../exceptions/exception-inbox.ts'
import { stepException } from '../../operator/step-exception.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

/** Alarms and findings, and what operators do about them. */
export function exceptionHandlers({ db, clock }: WebDependencies): Handlers<'operatorExceptions' | 'stepException'> {
  return {
    operatorExceptions: async ({ caller }) => ({
      exceptions: await exceptionsAt(db, clock.now(), caller.language ?? 'en'),
    }),

    async stepException({ caller, params, body }) {
      const id = Number(params.id)
      const { step, note = null } = body
      await stepException(db, id, { step, note, by: caller.userId }, clock.now())
      return exceptionById(db, id, caller.language ?? 'en')
    },
  }
}
