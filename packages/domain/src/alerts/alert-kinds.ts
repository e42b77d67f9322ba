import { MINUTE_MS, HOUR_MS } from '../time/ist.ts'

/** Ways an alert may take beside the list in the app, which holds every one of them. */
export const ALERT_CHANNELS = ['telegram', 'push', 'mail'] as const
export type AlertChannel = (typeof ALERT_CHANNELS)[number]

/** `on` and `off`: as the user's switch stands until it is touched. `always`: no switch. `never`: not sent this way. */
export type ChannelRule = 'on' | 'off' | 'always' | 'never'

/** What is true of every alert of one kind. */
export interface AlertRule {
  /** `alert_plans`: only for plans that sell alerts. Whatever the audience, alerts of trading leave the app only with such a plan. */
  readonly audience: 'everyone' | 'alert_plans'
  readonly telegram: ChannelRule
  /** Notifications of the browsers that their owner registered. */
  readonly push: ChannelRule
  readonly mail: ChannelRule
  /** About the account rather than about trading: sent whatever the plan. */
  readonly account?: true
  /** It asks its user to act or to check: the bell of the app counts it. */
  readonly needsUser?: true
  /** Milliseconds after which it is not sent any more: by then it would mislead. The list in the app keeps it. */
  readonly freshMs: number
  /** The same for a notification on a device, where it is shorter: it interrupts, and shows nothing of what came later. */
  readonly pushFreshMs?: number
}

/** Every kind of alert there is, in the order of the switches. */
export const ALERT_RULES = {
  signal: {
    audience: 'alert_plans',
    telegram: 'on',
    push: 'on',
    mail: 'never',
    freshMs: 3 * MINUTE_MS,
  },
  entry: {
    audience: 'everyone',
    telegram: 'on',
    push: 'on',
    mail: 'never',
    freshMs: HOUR_MS,
    pushFreshMs: 5 * MINUTE_MS,
  },
  stop_moved: {
    audience: 'everyone',
    telegram: 'on',
    push: 'on',
    mail: 'never',
    freshMs: 10 * MINUTE_MS,
    pushFreshMs: 5 * MINUTE_MS,
  },
  exit: {
    audience: 'everyone',
    telegram: 'on',
    push: 'on',
    mail: 'never',
    freshMs: 12 * HOUR_MS,
  },
  refused: {
    audience: 'everyone',
    telegram: 'on',
    push: 'on',
    mail: 'never',
    freshMs: 10 * MINUTE_MS,
  },
  custom: {
    audience: 'everyone',
    telegram: 'on',
    push: 'on',
    mail: 'never',
    freshMs: 10 * MINUTE_MS,
    pushFreshMs: 5 * MINUTE_MS,
  },
  loss_warning: {
    needsUser: true,
    audience: 'everyone',
    telegram: 'on',
    push: 'on',
    mail: 'never',
    freshMs: 10 * MINUTE_MS,
  },
  // Its own deadline ends it; what arrives later asks for nothing.
  approval: {
    needsUser: true,
    audience: 'everyone',
    telegram: 'on',
    push: 'on',
    mail: 'never',
    freshMs: MINUTE_MS,
  },
  attention: {
    needsUser: true,
    audience: 'everyone',
    telegram: 'always',
    push: 'always',
    mail: 'never',
    freshMs: 12 * HOUR_MS,
  },
  token_needed: {
    needsUser: true,
    audience: 'everyone',
    telegram: 'on',
    push: 'on',
    mail: 'never',
    freshMs: HOUR_MS,
  },
  readiness: {
    audience: 'alert_plans',
    telegram: 'on',
    push: 'on',
    mail: 'never',
    freshMs: HOUR_MS,
  },
  feed_trouble: {
    audience: 'alert_plans',
    telegram: 'on',
    push: 'on',
    mail: 'never',
    freshMs: 10 * MINUTE_MS,
  },
  daily_report: {
    audience: 'alert_plans',
    telegram: 'on',
    push: 'on',
    mail: 'on',
    freshMs: 12 * HOUR_MS,
  },
  test: {
    audience: 'everyone',
    telegram: 'always',
    push: 'always',
    mail: 'never',
    freshMs: 2 * MINUTE_MS,
  },
  new_login: {
    needsUser: true,
    audience: 'everyone',
    telegram: 'on',
    push: 'on',
    mail: 'off',
    account: true,
    freshMs: 12 * HOUR_MS,
  },
  plan: {
    needsUser: true,
    audience: 'everyone',
    telegram: 'on',
    push: 'on',
    mail: 'always',
    account: true,
    freshMs: 24 * HOUR_MS,
  },
  support: {
    needsUser: true,
    audience: 'everyone',
    telegram: 'off',
    push: 'off',
    mail: 'on',
    account: true,
    freshMs: 24 * HOUR_MS,
  },
  account_changed: {
    needsUser: true,
    audience: 'everyone',
    telegram: 'always',
    push: 'always',
    mail: 'always',
    account: true,
    freshMs: 12 * HOUR_MS,
  },
} as const satisfies Record<string, AlertRule>

export type AlertKind = keyof typeof ALERT_RULES
export const ALERT_KINDS = Object.keys(ALERT_RULES) as [AlertKind, ...AlertKind[]]

/** Kinds that ask their user for something; the others report what happened. */
export const KINDS_THAT_NEED_USER: readonly AlertKind[] = ALERT_KINDS.filter((kind) => {
  const rule: AlertRule = ALERT_RULES[kind]
  return rule.needsUser === true
})

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

/** Milliseconds after which an alert of `kind` is not sent on `channel` any more. */
export function freshMsOf(kind: AlertKind, channel: Exclude<AlertChannel, 'mail'>): number {
  const { freshMs, pushFreshMs }: AlertRule = ALERT_RULES[kind]
  return channel === 'push' ? (pushFreshMs ?? freshMs) : freshMs
}

/** Whether an alert of `kind` is sent in its user's quiet hours too: it asks its user to act, or its user asked for it. */
export function passesQuietHours(kind: AlertKind): boolean {
  return kind === 'test' || KINDS_THAT_NEED_USER.includes(kind)
}

/** What is over sooner wakes a device. */
const SOON_MS = 10 * MINUTE_MS

/** Whether an alert of `kind` wakes a device: it is over soon, or no user may switch it off. */
export function wakesDevice(kind: AlertKind): boolean {
  const rule: ChannelRule = ALERT_RULES[kind].push
  return rule === 'always' || freshMsOf(kind, 'push') <= SOON_MS
}

/** Whether the user may switch `kind` on `channel`. */
export function isSwitchable(kind: AlertKind, channel: AlertChannel): boolean {
  const rule: ChannelRule = ALERT_RULES[kind][channel]
  return rule === 'on' || rule === 'off'
}
