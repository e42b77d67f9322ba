import type { ChatProblem } from '../families/chat.ts'
import type { PushProblem } from '../families/push.ts'
import type { UnitsOf } from '../unit.ts'

/** Units of the parameters of `push_problem`. */
export const pushUnits: UnitsOf<Exclude<PushProblem, ChatProblem>> = {
  'push_problem.no_answer': {},
  'push_problem.refused': { status: 'count' },
  'push_problem.ended': {},
  'push_problem.removed': {},
  'push_problem.not_served': {},
  'push_problem.switched_off': {},
}
