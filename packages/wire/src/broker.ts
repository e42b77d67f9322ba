import * as z from 'zod'
import { brokerLinkState } from './account.ts'
import { route } from './route.ts'
import { brokerKey, instantText, requestToken, userId } from './scalars.ts'

/** A redirected address as the user pasted it, with a request token of up to 2,048 characters. It is parsed, never fetched. */
const redirectedUrl = z.string().trim().min(1).max(4096)

export const brokerRoutes = {
  saveBrokerKeys: route({
    method: 'PUT',
    path: '/broker/keys',
    auth: 'user',
    feature: 'broker_connect',
    perMinute: 20,
    summary: 'Stores the API key and secret of the broker app, encrypted; the secret can never be read back',
    body: z.strictObject({ api_key: brokerKey, api_secret: brokerKey }),
    reply: brokerLinkState,
  }),
  acceptBrokerDisclosure: route({
    method: 'POST',
    path: '/legal/zerodha-disclosure',
    auth: 'user',
    feature: 'broker_connect',
    perMinute: 120,
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
  brokerCallback: route({
    method: 'POST',
    path: '/zerodha-callback',
    root: true,
    auth: 'user',
    feature: 'broker_connect',
    perMinute: 20,
    summary: 'Exchanges the request token of the redirect for an access token and connects the link',
    body: z.strictObject({ uid: userId, request_token: requestToken, full_url: redirectedUrl }),
    reply: brokerLinkState,
  }),
  connectPaper: route({
    method: 'POST',
    path: '/broker/paper',
    auth: 'user',
    feature: 'paper_trading',
    perMinute: 10,
    summary: "Connects the caller's paper account for the day, opening it the first time; no keys, no real money",
    body: z.strictObject({}),
    reply: brokerLinkState,
  }),
  brokerDisconnect: route({
    method: 'POST',
    path: '/zerodha/disconnect',
    root: true,
    auth: 'user',
    perMinute: 120,
    summary: 'Forgets the access token; no new entries, open trades keep their exits until the token dies',
    body: z.strictObject({ user_id: userId }),
    reply: brokerLinkState,
  }),
}
