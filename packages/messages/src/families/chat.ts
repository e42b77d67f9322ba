import type { LinkMode } from '@strikewise/domain/trading/link-mode.ts'
import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import type { PlanLabel } from '../labels.ts'
import type { ContractRef } from '@strikewise/domain/instruments/contract-ref.ts'

/** Replies, questions and buttons of the Telegram bot. */
export type ChatReply =
  | { readonly code: 'chat.command.status' }
  | { readonly code: 'chat.command.positions' }
  | { readonly code: 'chat.command.exit' }
  | { readonly code: 'chat.command.exitall' }
  | { readonly code: 'chat.command.pause' }
  | { readonly code: 'chat.command.stop' }
  | { readonly code: 'chat.command.help' }
  | { readonly code: 'chat.help' }
  | { readonly code: 'chat.help.command'; readonly command: string; readonly about: ChatReply }
  | { readonly code: 'chat.not_understood' }
  | { readonly code: 'chat.button_unknown' }
  | { readonly code: 'chat.link_used' }
  | { readonly code: 'chat.paired'; readonly email: string }
  | { readonly code: 'chat.paired.already'; readonly email: string }
  | { readonly code: 'chat.several_accounts' }
  | { readonly code: 'chat.pair_question'; readonly email: string }
  | { readonly code: 'chat.not_paired'; readonly chat: string }
  | { readonly code: 'chat.send_start' }
  | { readonly code: 'chat.yes_pause' }
  | { readonly code: 'chat.yes_exit' }
  | { readonly code: 'chat.yes_exit_all' }
  | { readonly code: 'chat.yes_pair' }
  | { readonly code: 'chat.cancel' }
  | { readonly code: 'chat.stop_question' }
  | { readonly code: 'chat.pause_question'; readonly until: EpochMs }
  | { readonly code: 'chat.too_late' }
  | { readonly code: 'chat.answered' }
  | { readonly code: 'chat.unchanged' }
  | { readonly code: 'chat.take' }
  | { readonly code: 'chat.skip' }
  | { readonly code: 'chat.taken' }
  | { readonly code: 'chat.skipped' }
  | { readonly code: 'chat.offer_over' }
  | { readonly code: 'chat.other_account' }
  | { readonly code: 'chat.agreed' }
  | { readonly code: 'chat.paused' }
  | { readonly code: 'chat.paused_already' }
  | { readonly code: 'chat.paused_until'; readonly until: EpochMs }
  | {
      readonly code: 'chat.status'
      readonly plan: PlanLabel
      readonly entries: ChatEntries
      readonly account: ChatAccount
    }
  | {
      readonly code: 'chat.day'
      readonly mode: LinkMode
      readonly open: number
      readonly closed: number
      readonly net: Paise
    }
  | { readonly code: 'chat.exit_which' }
  | {
      readonly code: 'chat.exit_choice'
      readonly mode: LinkMode
      readonly contract: ContractRef
      readonly quantity: number
    }
  | {
      readonly code: 'chat.exit_question'
      readonly mode: LinkMode
      readonly contract: ContractRef
      readonly quantity: number
    }
  | { readonly code: 'chat.exit_all_question'; readonly open: number }
  | { readonly code: 'chat.exiting'; readonly contract: ContractRef }
  | { readonly code: 'chat.exiting_all'; readonly trades: number }
  | { readonly code: 'chat.trade_over' }
  | { readonly code: 'chat.no_positions' }
  | {
      readonly code: 'chat.position'
      readonly mode: LinkMode
      readonly contract: ContractRef
      readonly quantity: number
      readonly price: Paise
      readonly stop: Paise
    }
  /** A position that nothing sells yet: the price and the time at which it is sold otherwise. */
  | {
      readonly code: 'chat.position.open'
      readonly mode: LinkMode
      readonly contract: ContractRef
      readonly quantity: number
      readonly price: Paise
      readonly stop: Paise
      readonly target: Paise
      readonly until: EpochMs
    }
  | {
      readonly code: 'chat.position.no_stop'
      readonly mode: LinkMode
      readonly contract: ContractRef
      readonly quantity: number
      readonly price: Paise
    }

/** Whether entries are on; part of `chat.status`. */
export type ChatEntries =
  | { readonly code: 'chat_entries.on' }
  | { readonly code: 'chat_entries.operator' }
  | { readonly code: 'chat_entries.user' }
  | { readonly code: 'chat_entries.until'; readonly until: EpochMs }

/** State of the trading account; part of `chat.status`. */
export type ChatAccount =
  | { readonly code: 'chat_account.none' }
  | { readonly code: 'chat_account.connected'; readonly mode: LinkMode }
  | { readonly code: 'chat_account.login_missing'; readonly mode: LinkMode }

/** Why a chat message was not delivered. */
export type ChatProblem =
  | { readonly code: 'chat_problem.too_old' }
  | { readonly code: 'chat_problem.no_answer' }
  | { readonly code: 'chat_problem.own_error' }
  | { readonly code: 'chat_problem.refused'; readonly reason: string }
  | { readonly code: 'chat_problem.chat_taken' }
  | { readonly code: 'chat_problem.chat_unlinked' }
