/** Table of the privacy page: what is stored, until when, why. */
export type RetentionText =
  | { readonly code: 'retention.account_what' }
  | { readonly code: 'retention.account_until' }
  | { readonly code: 'retention.account_why' }
  | { readonly code: 'retention.sign_ups_what' }
  | { readonly code: 'retention.sign_ups_until'; readonly days: number }
  | { readonly code: 'retention.sign_ups_why' }
  | { readonly code: 'retention.sessions_what' }
  | { readonly code: 'retention.sessions_until' }
  | { readonly code: 'retention.sessions_why' }
  | { readonly code: 'retention.ended_sessions_what' }
  | { readonly code: 'retention.ended_sessions_until'; readonly days: number }
  | { readonly code: 'retention.ended_sessions_why' }
  | { readonly code: 'retention.broker_secrets_what' }
  | { readonly code: 'retention.broker_secrets_until' }
  | { readonly code: 'retention.broker_secrets_why' }
  | { readonly code: 'retention.broker_logins_what' }
  | { readonly code: 'retention.broker_logins_until' }
  | { readonly code: 'retention.broker_logins_why' }
  | { readonly code: 'retention.settings_what' }
  | { readonly code: 'retention.settings_until' }
  | { readonly code: 'retention.settings_why' }
  | { readonly code: 'retention.repeated_calls_what' }
  | { readonly code: 'retention.repeated_calls_until'; readonly days: number }
  | { readonly code: 'retention.repeated_calls_why' }
  | { readonly code: 'retention.mail_what' }
  | { readonly code: 'retention.mail_until'; readonly days: number }
  | { readonly code: 'retention.mail_why' }
  | { readonly code: 'retention.notices_what' }
  | { readonly code: 'retention.notices_until'; readonly days: number }
  | { readonly code: 'retention.notices_why' }
  | { readonly code: 'retention.chat_codes_what' }
  | { readonly code: 'retention.chat_codes_until'; readonly days: number }
  | { readonly code: 'retention.chat_codes_why' }
  | { readonly code: 'retention.rate_counts_what' }
  | { readonly code: 'retention.rate_counts_until'; readonly days: number }
  | { readonly code: 'retention.rate_counts_why' }
  | { readonly code: 'retention.tickets_what' }
  | { readonly code: 'retention.tickets_until'; readonly years: number }
  | { readonly code: 'retention.tickets_why' }
  | { readonly code: 'retention.status_what' }
  | { readonly code: 'retention.status_until'; readonly days: number }
  | { readonly code: 'retention.status_why' }
  | { readonly code: 'retention.trading_what' }
  | { readonly code: 'retention.trading_until'; readonly years: number }
  | { readonly code: 'retention.trading_why' }
  | { readonly code: 'retention.consents_what' }
  | { readonly code: 'retention.consents_until'; readonly years: number }
  | { readonly code: 'retention.consents_why' }
  | { readonly code: 'retention.payments_what' }
  | { readonly code: 'retention.payments_until'; readonly years: number }
  | { readonly code: 'retention.payments_why' }
  | { readonly code: 'retention.receipts_what' }
  | { readonly code: 'retention.receipts_until'; readonly years: number }
  | { readonly code: 'retention.receipts_why' }
