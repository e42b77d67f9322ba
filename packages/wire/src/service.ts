import { PAPER_DATA } from '@strikewise/domain/trading/paper-data.ts'
import * as z from 'zod'
import { route } from './route.ts'

/** Services on which the operator may have an official channel. */
export const SOCIAL_CHANNELS = ['facebook', 'google', 'instagram', 'linkedin', 'x', 'youtube'] as const
export type SocialChannel = (typeof SOCIAL_CHANNELS)[number]

export const configReply = z
  .object({
    brand: z.string(),
    support: z.object({ email: z.string(), phone: z.string() }),
    /** Official channels; one that is not named does not exist. */
    social: z.partialRecord(z.enum(SOCIAL_CHANNELS), z.string()),
    forum_url: z.string().nullable(),
    /** A film of the product; null: there is none. */
    demo_video_url: z.string().nullable(),
    seller: z.string(),
    /** Under which registration of the regulator the seller acts; null: under none. */
    registration: z.string().nullable(),
    payment: z.object({ provider: z.string(), mock: z.boolean(), note: z.string() }),
    /** External sign-in providers that answer at present. */
    providers: z.array(z.string()),
    sandbox: z.boolean(),
    sandbox_console_url: z.string().nullable(),
    /** Origin of the broker's login page. */
    broker_login_origin: z.string(),
    /** The address users enter as redirect URL of their broker app. */
    broker_redirect_url: z.string(),
    live_trading: z.boolean(),
    /** What paper trading is priced with: the market's own quotes, a simulated market, or it is not offered. */
    paper_data: z.enum(PAPER_DATA),
    /** Whether a paper account can be opened with one call. */
    paper_trading: z.boolean(),
    terms_version: z.string(),
  })
  .meta({ id: 'Config' })
export type ConfigReply = z.infer<typeof configReply>

export const serviceRoutes = {
  config: route({
    method: 'GET',
    path: '/config',
    auth: 'public',
    perMinute: 120,
    summary: 'What the app must know before anybody signs in',
    query: z.strictObject({}),
    reply: configReply,
  }),
  clock: route({
    method: 'GET',
    path: '/clock',
    auth: 'public',
    perMinute: 240,
    summary: "The product's time. On a sandbox it is the market clock, which may run faster than the wall's",
    query: z.strictObject({}),
    reply: z.object({ now: z.number(), speed: z.number() }),
  }),
}
