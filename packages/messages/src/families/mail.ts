import type { Paise } from '@strikewise/domain/money/paise.ts'
import type { BillingPeriod } from '@strikewise/domain/plans/plan.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { PlanLabel, SupportTopicLabel } from '../labels.ts'
import type { Ratio } from '@strikewise/domain/text/message-parameters.ts'
import type { AlertTitle } from './alert.ts'

/** Subjects and paragraphs of mails. */
export type MailText =
  | { readonly code: 'mail.greeting'; readonly name: string }
  | { readonly code: 'mail.greeting.nameless' }
  | { readonly code: 'mail.alert_subject'; readonly title: AlertTitle }
  | { readonly code: 'mail.plan_prices'; readonly url: string }
  | { readonly code: 'mail.sign_up.subject' }
  | { readonly code: 'mail.sign_up.open'; readonly hours: number }
  | { readonly code: 'mail.sign_up.ignore' }
  | { readonly code: 'mail.reset.subject' }
  | { readonly code: 'mail.reset.open'; readonly hours: number }
  | { readonly code: 'mail.reset.ignore' }
  | { readonly code: 'mail.existing.subject' }
  | { readonly code: 'mail.existing.log_in' }
  | { readonly code: 'mail.existing.ignore' }
  | { readonly code: 'mail.erased.subject' }
  | { readonly code: 'mail.erased.what' }
  | { readonly code: 'mail.erased.last'; readonly days: number }
  | { readonly code: 'mail.receipt.subject'; readonly number: string }
  | { readonly code: 'mail.receipt.thanks'; readonly number: string; readonly on: IstDate }
  | {
      readonly code: 'mail.receipt.plan'
      readonly plan: PlanLabel
      readonly billing: BillingPeriod
      readonly amount: Paise
    }
  | { readonly code: 'mail.receipt.credit'; readonly amount: Paise }
  | { readonly code: 'mail.receipt.paid'; readonly amount: Paise }
  | { readonly code: 'mail.receipt.no_gst' }
  | { readonly code: 'mail.receipt.taxable'; readonly amount: Paise }
  | { readonly code: 'mail.receipt.tax'; readonly name: string; readonly percent: Ratio; readonly amount: Paise }
  | { readonly code: 'mail.receipt.term'; readonly from: IstDate; readonly to: IstDate }
  | { readonly code: 'mail.credit_note.subject'; readonly number: string }
  | { readonly code: 'mail.credit_note.refunded'; readonly amount: Paise }
  | { readonly code: 'mail.support_reply.subject'; readonly ticket: string }
  | { readonly code: 'mail.support_reply.signature' }
  | { readonly code: 'mail.operator.ticket_subject'; readonly ticket: string; readonly topic: SupportTopicLabel }
  | { readonly code: 'mail.operator.ticket_from'; readonly name: string; readonly email: string }
  | { readonly code: 'mail.operator.ticket_about'; readonly topic: SupportTopicLabel }
  | { readonly code: 'mail.operator.chat_subject'; readonly ticket: string }
  | { readonly code: 'mail.operator.chat_waiting'; readonly path: string }
  | { readonly code: 'mail.operator.rolled_back_subject' }
  | { readonly code: 'mail.operator.logic_subject' }
