import type { ChatProblem } from './chat.ts'

/** Why a notification was not delivered to a device. */
export type PushProblem =
  | Extract<ChatProblem, { readonly code: 'chat_problem.too_old' }>
  | { readonly code: 'push_problem.no_answer' }
  | { readonly code: 'push_problem.refused'; readonly status: number }
  | { readonly code: 'push_problem.ended' }
  | { readonly code: 'push_problem.removed' }
  | { readonly code: 'push_problem.not_served' }
  | { readonly code: 'push_problem.switched_off' }
