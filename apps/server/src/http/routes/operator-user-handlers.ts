import { DomainError } from '../../domain-error.ts'
import { recordAction } from '../../operator/actions.ts'
import { listUsers } from '../../operator/user-list.ts'
import { findUser } from '../../operator/user-lookup.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'operatorUser' | 'operatorUserById' | 'operatorUsers'

/** Users as operators see them. Each look is recorded, and whom it was at. */
export function operatorUserHandlers({ db, clock }: WebDependencies): Handlers<Names> {
  const userSeenBy = async (by: string, one: Parameters<typeof findUser>[1]) => {
    const user = await findUser(db, one)
    await recordAction(db, { by, action: 'user_looked_up', userId: user?.user_id ?? null })
    if (user === undefined) throw new DomainError({ code: 'problem.not_found.account' })
    return user
  }
  return {
    operatorUser: ({ caller, query: { email } }) => userSeenBy(caller.userId, { email }),

    operatorUserById: ({ caller, params: { id } }) => userSeenBy(caller.userId, { id }),

    async operatorUsers({ caller, query }) {
      const page = await listUsers(db, query, clock.now())
      const { plan = null, term = null, link = null } = query
      const details = { plan, term, link, users: page.users.length }
      await recordAction(db, { by: caller.userId, action: 'users_listed', details })
      return page
    },
  }
}
