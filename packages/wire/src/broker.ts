import * as z from 'zod'
import { zerodhaState } from './account.ts'
import { route } from './route.ts'
import { brokerKey, instantText, requestToken, userId } from './values.ts'

/** A redirected address as the user pasted it. It is parsed, never fetched. */
const redirectedUrl = z.string().trim().min(1, 'Required').max(2048, 'Must be at most 2048 characters')

const feedSession = z
  .object({
    api_key_set: z.boolean(),
    api_key_last4: z.string().nullable(),
    api_secret_set: z.boolean(),
    connected: z.boolean(),
    broker_user_id: z.string().nullable(),
    last_updated: instantText.nullable(),
    token_expires_at: instantText.nullable(),
    token_stale: z.boolean(),
  })
  .meta({ id: 'FeedSession' })

export const brokerRoutes = {
  saveBrokerKeys: route({
    method: 'PUT',
    path: '/broker/keys',
    auth: 'user',
    feature: 'broker_connect',
    perMinute: 20,
    summary: 'Stores the API key and secret of the broker app, encrypted; the secret can never be read back',
    body: z.strictObject({ api_key: brokerKey, api_secret: brokerKey }),
    reply: zerodhaState,
  }),
  acceptZerodhaDisclosure: route({
    method: 'POST',
    path: '/legal/zerodha-disclosure',
    auth: 'user',
    feature: 'broker_connect',
    summary: 'Records that the risk disclosure was accepted, or withdraws it',
    body: z.strictObject({ accepted: z.boolean() }),
    reply: z.object({
      zerodhaDisclosureAccepted: z.boolean(),
      zerodhaDisclosureAcceptedAt: instantText.nullable(),
    }),
  }),
  brokerLoginLink: route({
    method: 'POST',
    path: '/broker/login-link',
    auth: 'user',
    feature: 'broker_connect',
    perMinute: 20,
    summary: "The broker's login page with the caller's API key and a one-time state",
    body: z.strictObject({}),
    reply: z.object({ url: z.string() }),
  }),
  zerodhaCallback: route({
    method: 'POST',
    path: '/zerodha-callback',
    root: true,
    auth: 'user',
    feature: 'broker_connect',
    perMinute: 20,
    summary: 'Exchanges the request token of the redirect for an access token and connects the link',
    body: z.strictObject({ uid: userId, request_token: requestToken, full_url: redirectedUrl }),
    reply: zerodhaState,
  }),
  connectPaper: route({
    method: 'POST',
    path: '/broker/paper',
    auth: 'user',
    feature: 'paper_trading',
    perMinute: 10,
    summary: "Connects the caller's paper account for the day, opening it the first time; no keys, no real money",
    body: z.strictObject({}),
    reply: zerodhaState,
  }),
  zerodhaDisconnect: route({
    method: 'POST',
    path: '/zerodha/disconnect',
    root: true,
    auth: 'user',
    summary: 'Forgets the access token; no new entries, open trades keep their exits until the token dies',
    body: z.strictObject({ user_id: userId }),
    reply: zerodhaState,
  }),
}

export const operatorRoutes = {
  operatorFeedSession: route({
    method: 'GET',
    path: '/operator/feed-session',
    auth: 'operator',
    summary: 'State of the market data session',
    query: z.strictObject({}),
    reply: feedSession,
  }),
  saveFeedKeys: route({
    method: 'POST',
    path: '/operator/feed-keys',
    auth: 'operator',
    summary: 'Stores the API key and secret of the market data app, encrypted',
    body: z.strictObject({ api_key: brokerKey, api_secret: brokerKey }),
    reply: feedSession,
  }),
  operatorLoginLink: route({
    method: 'POST',
    path: '/operator/login-link',
    auth: 'operator',
    summary: "The broker's login page for the market data app",
    body: z.strictObject({}),
    reply: z.object({ url: z.string() }),
  }),
  startFeedSession: route({
    method: 'POST',
    path: '/operator/feed-session',
    auth: 'operator',
    summary: 'Exchanges a request token for the market data access token of the day',
    body: z.strictObject({ request_token: requestToken }),
    reply: feedSession,
  }),
  operatorStop: route({
    method: 'POST',
    path: '/operator/stop',
    auth: 'operator',
    summary: 'The stop button for every account',
    body: z.strictObject({ on: z.boolean(), reason: z.string().trim().max(200).optional() }),
    reply: z.object({ global: z.boolean() }),
  }),
}
