import { MINUTE_MS } from '../time/ist.ts'

/** Ways an alert may take beside the list in the app, which holds every one of them. */
export const ALERT_CHANNELS = ['telegram', 'mail'] as const
export type AlertChannel = (typeof ALERT_CHANNELS)[number]

/** `on` and `off`: as the user's switch stands until it is touched. `always`: no switch. `never`: not sent this way. */
export type ChannelRule = 'on' | 'off' | 'always' | 'never'

/** What is true of every alert of one kind. */
export interface AlertRule {
  readonly title: string
  /** What it tells, for the list of switches. */
  readonly about: string
  /** `alert_plans`: only for plans that sell alerts. Whatever the audience, Telegram and mail of trading need such a plan. */
  readonly audience: 'everyone' | 'alert_plans'
  readonly telegram: ChannelRule
  readonly mail: ChannelRule
  /** About the account rather than about trading: sent whatever the plan. */
  readonly account?: true
  /** Milliseconds after which it is not sent any more: by then it would mislead. The list in the app keeps it. */
  readonly freshMs: number
}

const HOUR_MS = 60 * MINUTE_MS

/** Every kind of alert there is, in the order of the switches. */
export const ALERT_RULES = {
  signal: {
    title: 'Signal',
    about: 'The engine decided to buy a call or a put.',
    audience: 'alert_plans',
    telegram: 'on',
    mail: 'never',
    freshMs: 3 * MINUTE_MS,
  },
  entry: {
    title: 'Entry',
    about: 'A trade was opened in your account.',
    audience: 'everyone',
    telegram: 'on',
    mail: 'never',
    freshMs: HOUR_MS,
  },
  stop_moved: {
    title: 'Stop moved',
    about: 'Your stop moved up (at most once a minute per trade).',
    audience: 'everyone',
    telegram: 'on',
    mail: 'never',
    freshMs: 10 * MINUTE_MS,
  },
  exit: {
    title: 'Exit',
    about: 'A trade was closed, with its result after charges.',
    audience: 'everyone',
    telegram: 'on',
    mail: 'never',
    freshMs: 12 * HOUR_MS,
  },
  refused: {
    title: 'Entry refused',
    about: 'A signal you missed, once a day per index and reason.',
    audience: 'everyone',
    telegram: 'on',
    mail: 'never',
    freshMs: 10 * MINUTE_MS,
  },
  attention: {
    title: 'Needs your attention',
    about: 'The day was locked by a limit, or something needs a look at your account.',
    audience: 'everyone',
    telegram: 'always',
    mail: 'never',
    freshMs: 12 * HOUR_MS,
  },
  token_needed: {
    title: 'Login needed',
    about: 'At 08:15 on trading days, when your broker login of the day is missing.',
    audience: 'everyone',
    telegram: 'on',
    mail: 'never',
    freshMs: HOUR_MS,
  },
  feed_trouble: {
    title: 'Market data',
    about: 'Prices stopped coming while the market trades, and when they are back.',
    audience: 'alert_plans',
    telegram: 'on',
    mail: 'never',
    freshMs: 10 * MINUTE_MS,
  },
  daily_report: {
    title: 'Daily report',
    about: 'Daily summary after the close.',
    audience: 'alert_plans',
    telegram: 'on',
    mail: 'on',
    freshMs: 12 * HOUR_MS,
  },
  test: {
    title: 'Test message',
    about: 'What you asked for to see whether alerts arrive.',
    audience: 'everyone',
    telegram: 'always',
    mail: 'never',
    freshMs: 2 * MINUTE_MS,
  },
  new_login: {
    title: 'New login',
    about: 'New login to your account.',
    audience: 'everyone',
    telegram: 'on',
    mail: 'off',
    account: true,
    freshMs: 12 * HOUR_MS,
  },
  plan: {
    title: 'Your plan',
    about: 'Your plan ends soon, has ended, or another one has begun.',
    audience: 'everyone',
    telegram: 'on',
    mail: 'always',
    account: true,
    freshMs: 24 * HOUR_MS,
  },
  support: {
    title: 'Support',
    about: 'Our support has answered you in the chat.',
    audience: 'everyone',
    telegram: 'off',
    mail: 'on',
    account: true,
    freshMs: 24 * HOUR_MS,
  },
  account_changed: {
    title: 'Account changed',
    about: 'Your password, authenticator app, broker link or alert chat was changed, or your limits were raised.',
    audience: 'everyone',
    telegram: 'always',
    mail: 'always',
    account: true,
    freshMs: 12 * HOUR_MS,
  },
} as const satisfies Record<string, AlertRule>

export type AlertKind = keyof typeof ALERT_RULES
export const ALERT_KINDS = Object.keys(ALERT_RULES) as [AlertKind, ...AlertKind[]]

/** Whether an alert of `kind` takes `channel`, by its rule and the user's own switch (undefined: never touched). */
export function hasChannel(kind: AlertKind, channel: AlertChannel, chosen: boolean | undefined): boolean {
  const rule: ChannelRule = ALERT_RULES[kind][channel]
  switch (rule) {
    case 'always':
      return true
    case 'never':
      return false
    case 'on':
    case 'off':
      return chosen ?? rule === 'on'
  }
}

/** Whether the user may switch `kind` on `channel`. */
export function isSwitchable(kind: AlertKind, channel: AlertChannel): boolean {
  const rule: ChannelRule = ALERT_RULES[kind][channel]
  return rule === 'on' || rule === 'off'
}
