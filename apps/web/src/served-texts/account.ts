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
  'Our support has answered you.',
  'This is what your alerts look like. They arrive in this chat.',
  'A Telegram chat gets your alerts now. If that was not you, unlink it and change your password.',
  'Your Telegram chat gets the alerts of another account now.',
  'Your Telegram chat was taken away: no more alerts go there.',
  'Telegram no longer takes messages for your chat: was the bot blocked? Send it /start to have alerts again.',
  ...['Pro', 'Elite', 'Master'].flatMap((plan) => [
    `Your ${plan} plan ends on {0}-{1}-{2}. Renew it to go on.`,
    `Your ${plan} plan has begun.`,
    `Your ${plan} plan has ended. Nothing new is traded; open positions keep their protective exits. Renew it to go on.`,
  ]),
  ...['NIFTY', 'BANKNIFTY'].flatMap((symbol) => [
    `Buy call: ${symbol} {0} CE near ₹{1}, stop ₹{2} below. Score {3} against {4} needed. Most option buyers lose money.`,
    `${symbol}: {sentence}`,
    `Buy put: ${symbol} {0} PE near ₹{1}, stop ₹{2} below. Score {3} against {4} needed. Most option buyers lose money.`,
  ]),
  ...['', 'Paper: '].flatMap((mark) => [
    `${mark}Bought {0} {words} at ₹{1}. Stop at ₹{2}.`,
    `${mark}Sold {0} {words}: {more} after charges.`,
    `${mark}{words}: the stop is now at ₹{0}.`,
    `${mark}{words} is closed. How it was sold could not be read from the broker; please look at your order book.`,
    `${mark}Today's loss cap is reached. Open positions are sold. No more entries until the next session.`,
    `${mark}Three losing trades in a row. No more entries until the next session.`,
  ]),
  'The books of your account do not agree with the broker. Exits go on. No more entries until the next session.',
  'The position could not be sold in the usual steps; still trying.',
  ...['{words}', 'A program', 'Unknown device'].flatMap((device) =>
    [device, `${device}, address {more}`].map(
      (from) =>
        `Somebody logged in to your account: ${from}. If it was not you, change your password and log that device out.`,
    ),
  ),
  'The live trading account {words} was linked to your Strikewise account. If it was not you, disconnect it and change your password.',
  'The paper trading account {words} was linked to your Strikewise account. If it was not you, disconnect it and change your password.',
  'too old to be of use',
  'Unknown device',
  'A program',
]

/** What the server answers when something did not work, whatever the screen, and the client when no answer came. */
const ofFailures = [
  'The server did not answer in time.',
  'The server could not be reached.',
  'The server sent an answer this page does not understand.',
  'The server is busy. Try again in a moment.',
  'Something went wrong on our side. Nothing more is known to this page.',
  'There is nothing here.',
  'There is no such call.',
  '{words} is not a method of this call.',
  'This could not be done.',
  'Upgrade Required',
  'Only an operator of the service may do this.',
  'Agree to the terms of use and the privacy policy first.',
  'This request did not come from our own page.',
  'This call needs an Idempotency-Key header of {0} to {1} characters.',
  'This Idempotency-Key was used with another request.',
  'The signature does not fit this body.',
  'The request body is not JSON.',
  'The request body is nested too deeply.',
  'The request body is larger than {0} bytes.',
  'Send the request body as application/json.',
  'At most {0} connections at a time.',
  'You may only ask for your own trades.',
  'You may only change your own broker link.',
  'You have no such trade.',
  'Trades cannot be read at present.',
  'There is no record of that day, or the day is not over.',
  'There is no such decision.',
  'No decision was made in that minute.',
  'Too many accounts were made from this address. Try again in an hour.',
  'Too many messages came. Try again in an hour.',
  'Somebody else has this name.',
  'You logged in as {words}, but this link belongs to {more}. Log in with that client ID.',
  'The paper exchange could not be used.',
  'The paper exchange refused ({0}). Tell the support.',
  'Paper trading is not offered here.',
  'The trading account cannot be changed now.',
  'Live execution needs an edge that your own trades have shown. Trade on paper.',
  'To arm live execution, type: {words}',
  'More than one position a symbol needs a plan with parallel trades.',
  'You have traded today: until the next session limits can only be made tighter.',
  'Each symbol may stand once.',
  'Auto-execute needs your consent.',
  ...['NIFTY', 'BANKNIFTY'].map((symbol) => `Your plan does not trade ${symbol}.`),
  ...['Pro', 'Elite', 'Master'].map((plan) => `Your ${plan} plan has expired. Renew it to go on.`),
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
  'Must be well-formed Unicode text',
  'Must be one line without control characters',
  'Must not hold control characters',
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

/** What the operator's desk is refused, and what a version of the weights still lacks. */
const ofTheDesk = [
  'No account has this address.',
  'There is no such conversation.',
  'There is no such payment.',
  'What it bought is over, or was credited to a later payment.',
  'Another plan waits for the end of this one: pay that back first.',
  'On this basis nothing of it is left to pay back.',
  'It is being paid back already.',
  'Another account’s orders leave from this address.',
  'This user has no live broker link.',
  'Save the API key and secret of the market data app first.',
  'There are no weights of version {words}.',
  'Version {words} decides already.',
  'Version {words} may not be promoted.',
  'The weights as written decide already.',
  'A change of the weights waits for the session of {0}-{1}-{2} already.',
  'No backtest of version {words} was filed.',
  'The backtest ran these weights in the code that runs now.',
  'Tested from {0}-{1}-{2} to {3}-{4}-{5}; nothing before {6}-{7}-{8} counts.',
  'Deflated Sharpe ratio {words} among {0} trials, at least {1} is needed.',
  'Probability of overfitting {words}, at most {0} is allowed.',
  '{0} trades on sessions it was not made from, at least {1} are needed.',
  'Not measured: {words}.',
  'Not better, at equal risk, than the {0}th percentile of: {words}.',
  'Better, at equal risk, than the {0}th percentile of every baseline.',
]

/** What is wrong with a field of a form (`packages/wire`); those of the trade settings are in trading.ts. */
const ofFields = [
  'Required',
  'Must be at least {0} characters',
  'Must be an e-mail address',
  'Must be an IP address',
  'Must be the tax code of a state',
  'Must be a date as YYYY-MM-DD',
  'Must be a minute: YYYY-MM-DDTHH:MM',
  'Must be the `next` of an earlier answer',
  'Must be {0} to {1} letters, digits, spaces, dots or dashes',
  'Must hold letters and digits only',
  'Must not be before `from`',
  'You must be {0} or older.',
  'You must accept the terms and the privacy policy.',
  'Invalid plan or billing type selected.',
  'Choose what it is about',
  'Say a little more: at least {0} characters',
  'Say why',
  'Say why in a sentence',
]

/** What the server and the domain say on these screens. Numbers are placeholders: see lib/served-text.ts. */
export const texts: readonly string[] = [
  ...ofPlans,
  ...ofComparison,
  ...ofRetention,
  ...ofAlerts,
  ...ofFailures,
  ...ofTheDesk,
  ...ofFields,
  ...Object.values(GST_STATES),
]
