/** Why a notice was not sent on a channel, or has not arrived there. */
export type NotSent =
  | { readonly code: 'not_sent.not_in_plan' }
  | { readonly code: 'not_sent.switched_off' }
  | { readonly code: 'not_sent.not_linked' }
  | { readonly code: 'not_sent.chat_waiting' }
  | { readonly code: 'not_sent.chat_unreachable' }
  | { readonly code: 'not_sent.no_device' }
  | { readonly code: 'not_sent.quiet_hours' }
  | { readonly code: 'not_sent.mail_failed' }
