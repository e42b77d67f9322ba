import { closeComplaint, complaintsOf, enterComplaint, publishedComplaints } from '../../complaints/complaints.ts'
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import type { Handlers } from '../handler.ts'
import { memoizeFor } from '../../memoize-for.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'complaintTable' | 'operatorComplaints' | 'enterComplaint' | 'closeComplaint'

/** The table is the same for every caller, and changes once a month unless an operator enters something late. */
const TABLE_CACHE_MS = 60_000

export function complaintHandlers({ db, clock }: WebDependencies): Handlers<Names> {
  const table = memoizeFor(TABLE_CACHE_MS, () => publishedComplaints(db, clock.now()))
  return {
    complaintTable: table,
    operatorComplaints: async () => ({ complaints: await complaintsOf(db) }),

    enterComplaint({ caller, body }) {
      requireFreshSignIn(caller)
      const as = { by: caller.userId, now: clock.now() }
      return db.transaction().execute((tx) => enterComplaint(tx, body, as))
    },

    closeComplaint({ caller, params, body }) {
      requireFreshSignIn(caller)
      const as = { by: caller.userId, now: clock.now() }
      return db.transaction().execute((tx) => closeComplaint(tx, Number(params.id), body, as))
    },
  }
}
