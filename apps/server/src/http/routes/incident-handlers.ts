import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { openIncident, updateIncident } from '../../operator/write-incidents.ts'
import { incidentsOf } from '../../status/incidents.ts'
import type { Handlers } from '../handler.ts'
import { memoizeFor } from '../../memoize-for.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'incidents' | 'operatorIncidents' | 'openIncident' | 'updateIncident'

/** The public list is the same for every caller. */
const LIST_CACHE_MS = 15_000

export function incidentHandlers({ db, clock }: WebDependencies): Handlers<Names> {
  return {
    incidents: memoizeFor(LIST_CACHE_MS, () => incidentsOf(db, clock.now())),
    operatorIncidents: () => incidentsOf(db, clock.now()),

    openIncident({ caller, body }) {
      requireFreshSignIn(caller)
      const as = { by: caller.userId, now: clock.now() }
      return db.transaction().execute((tx) => openIncident(tx, body, as))
    },

    updateIncident({ caller, params, body }) {
      requireFreshSignIn(caller)
      const as = { by: caller.userId, now: clock.now() }
      return db.transaction().execute((tx) => updateIncident(tx, Number(params.id), body, as))
    },
  }
}
