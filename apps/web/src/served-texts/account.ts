import { ALERT_RULES } from '@strikewise/domain/alerts/alert-kinds.ts'
import { RETENTION } from '@strikewise/domain/legal/retention.ts'
import { PLAN_CARDS } from '@strikewise/domain/plans/catalogue.ts'
import { COMPARISON } from '@strikewise/domain/plans/comparison.ts'
import { GST_STATES } from '@strikewise/domain/plans/gst-states.ts'

const ofPlans = Object.values(PLAN_CARDS).flatMap((card) => [
  card.label,
  card.summary,
  ...(card.builtOn === null ? [] : [card.builtOn]),
  ...card.bullets,
  card.action,
])

const ofComparison = COMPARISON.flatMap((row) => [
  row.feature,
  ...Object.values(row.cells).filter((cell) => typeof cell === 'string' && /[a-z]/i.test(cell)),
]) as string[]

/** What becomes of stored data, with its numbers as placeholders. */
const ofRetention = Object.values(RETENTION).flatMap(({ what, until, why, onErasure }) => {
  let placeholders = 0
  return [what, until.replaceAll(/\d+/g, () => `{${placeholders++}}`), why, onErasure]
})

/** What the bell lists, and why an alert may not have arrived; what a device is called that says nothing of itself. */
const ofAlerts = [
  ...Object.values(ALERT_RULES).flatMap(({ title, about }) => [title, about]),
  'The password of your account was changed and all other devices were logged out. If it was not you, reset the password at once and write to our support.',
  'Your broker login of today is missing. Log in before {0} AM, or nothing is traded for you today.',
  'Your paper account is not connected today. Connect it before {0} AM, or nothing is traded on paper today.',
  'No prices since {0} IST. No new entries are made meanwhile; stops keep resting at the exchange.',
  'Prices are back; they had stopped at {0} IST.',
  'Your pause is over: entries may be made again.',
  ...['pro', 'elite', 'master'].flatMap((plan) => [
    `Your ${plan} plan ends on {0}-{1}-{2}. Renew it to go on.`,
    `Your ${plan} plan has begun.`,
    `Your ${plan} plan has ended. Nothing new is traded; open positions keep their protective exits. Renew it to go on.`,
  ]),
  ...['NIFTY', 'BANKNIFTY'].flatMap((symbol) => [
    `Buy call: ${symbol} {0} CE near ₹{1}, stop ₹{2} below. Score {3} against {4} needed. Most option buyers lose money.`,
    `Buy put: ${symbol} {0} PE near ₹{1}, stop ₹{2} below. Score {3} against {4} needed. Most option buyers lose money.`,
  ]),
  ...['', 'Paper: '].flatMap((mark) => [
    `${mark}Bought {0} {words} at ₹{1}. Stop at ₹{2}.`,
    `${mark}Sold {0} {words} after charges.`,
    `${mark}{words}: the stop is now at ₹{0}.`,
    `${mark}{words} is closed. How it was sold could not be read from the broker; please look at your order book.`,
    `${mark}Today's loss cap is reached. Open positions are sold. No more entries until the next session.`,
    `${mark}Three losing trades in a row. No more entries until the next session.`,
  ]),
  'The books of your account do not agree with the broker. Exits go on. No more entries until the next session.',
  'The position could not be sold in the usual steps; still trying.',
  'Somebody logged in to your account: {words}. If it was not you, change your password and log that device out.',
  'The live trading account {words} was linked to your Strikewise account. If it was not you, disconnect it and change your password.',
  'The paper trading account {words} was linked to your Strikewise account. If it was not you, disconnect it and change your password.',
  'too old to be of use',
  'Unknown device',
  'A program',
]

/** What the server answers when something of these screens did not work. */
const ofFailures = [
  'Too many requests. Try again in a minute.',
  'Please log in.',
  'Too many tries for this account. Try again in a quarter of an hour.',
  'There is no such checkout.',
  'There is no such receipt.',
  'This checkout is over. Begin a new one.',
  'The payment service does not answer. Nothing was charged. Try again.',
  'That device is signed out already.',
  'Please confirm that it is you.',
  'Telegram does not answer at the moment. Try again in a minute.',
  'No chat takes your alerts yet: pair one first.',
  'Must be at most {0} characters',
  'Must be the number the info bot shows',
  'This password is on every list of stolen passwords. Please choose another one.',
  'Enter API Key first.',
  'You must accept the disclosure before continuing.',
  'The access token could not be generated.',
  'This login was not started from this page, was used already, or took too long. Open the broker login from this page and paste the new URL.',
  'This Zerodha account is already linked to another Strikewise account.',
  'The API key was replaced during this login. Open the broker login from this page and paste the new URL.',
  'The broker says the login did not succeed. Log in again and paste the new URL.',
  'request_token not found in the pasted URL. Please paste the exact URL you were redirected to.',
  'The F&O segment (NFO) is not enabled in your Zerodha account. Enable it at Zerodha, then log in again.',
  'The broker answered for another API key.',
  'The broker asks us to slow down. Try again in a minute.',
  'The broker did not answer. Nothing was changed; try again shortly.',
  'The paper exchange did not answer. Try again shortly.',
  'This service has no paper exchange.',
  ...['paper account', 'Zerodha account'].flatMap((name) => [
    `Disconnect the ${name} first.`,
    `A trade of the ${name} is still open. Change when it is closed.`,
    `The ${name} has traded today. Change from the next trading day on.`,
  ]),
]

/** What the server and the domain say on these screens. Numbers are placeholders: see lib/served-text.ts. */
export const texts: readonly string[] = [
  ...ofPlans,
  ...ofComparison,
  ...ofRetention,
  ...ofAlerts,
  ...ofFailures,
  ...Object.values(GST_STATES),
]
