import type { ClientProblem } from '../families/client-problem.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of what a client finds out by itself. */
export const clientProblemUnits: UnitsOf<ClientProblem> = {
  'problem.password_too_common': {},
  'problem.password_too_personal': {},
  'problem.timeout': {},
  'problem.network': {},
  'problem.bad_reply': {},
  'problem.status': { status: 'count' },
  'problem.unknown': {},
}
