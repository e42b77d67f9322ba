import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import { APIError, createAuthMiddleware, getSessionFromCtx } from 'better-auth/api'
import type { Kysely } from 'kysely'
import type { Database } from '../store/database.ts'
import { endProofs } from './end-proofs.ts'
import type { AccountChange, IdentityListeners } from './identity-listeners.ts'
import { passwordProblem } from './password-rules.ts'
import { rejectReusedCode, type HookCall } from './totp-replay-guard.ts'

const CHANGES: Readonly<Record<string, AccountChange>> = {
  '/two-factor/verify-totp': 'factor_on',
  '/two-factor/disable': 'factor_off',
  '/two-factor/generate-backup-codes': 'new_backup_codes',
}

/** What happens before and after each call that reaches the library. */
export function callHooks(db: Kysely<Database>, { onChange }: Pick<IdentityListeners, 'onChange'>) {
  return {
    before: createAuthMiddleware(async (call) => {
      const newPassword: unknown = (call.body as { newPassword?: unknown } | undefined)?.newPassword
      if (typeof newPassword === 'string') await rejectWeakPassword(newPassword, call)
      if (call.path === '/two-factor/verify-totp') await rejectReusedCode(db, call)
    }),
    after: createAuthMiddleware(async ({ path, context, getSignedCookie }) => {
      const signedIn = context.newSession?.user.id ?? context.session?.user.id
      if (signedIn !== undefined && !(context.returned instanceof APIError)) {
        if (path === '/change-password' || path === '/two-factor/disable') await endProofs(db, signedIn)
        const change = CHANGES[path]
        // A code of an app that is set up already changes nothing.
        if (change !== undefined && (change !== 'factor_on' || context.session?.user['twoFactorEnabled'] === false))
          await onChange(signedIn, change)
      }
      // Signing in again goes on under a new id, and the old one ends with it.
      const now = context.newSession?.session.token
      if (now === undefined) return
      const before = await getSignedCookie(context.authCookies.sessionToken.name, context.secret)
      if (typeof before === 'string' && before !== now) await context.internalAdapter.deleteSession(before)
    }),
  }
}

async function rejectWeakPassword(password: string, call: HookCall): Promise<void> {
  const problem = passwordProblem(password, await ownerOf(call))
  if (problem === undefined) return
  throw new APIError('BAD_REQUEST', {
    code: reasonOf(problem.code).toUpperCase(),
    message: rendererOf('en').text(problem),
  })
}

/** Whose password is to be set: who is signed in, or to whom the token of a mailed link belongs. */
async function ownerOf(call: HookCall): Promise<{ name: string; email: string } | undefined> {
  const { token } = call.body as { token?: unknown }
  if (typeof token !== 'string') return (await getSessionFromCtx(call))?.user
  const { internalAdapter } = call.context
  const link = await internalAdapter.findVerificationValue(`reset-password:${token}`)
  return link === null ? undefined : ((await internalAdapter.findUserById(link.value)) ?? undefined)
}
