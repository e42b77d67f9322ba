import * as z from 'zod'
import { Secret } from '@strikewise/domain/text/secret.ts'
import { id, instant, textOrNull, texts } from './scalars.ts'

const secret = z
  .string()
  .min(1)
  .transform((text) => new Secret(text))

const who = {
  user_id: id,
  user_name: textOrNull,
  user_shortname: textOrNull,
  email: textOrNull,
  user_type: textOrNull,
  broker: textOrNull,
  exchanges: texts,
  products: texts,
  order_types: texts,
}

/** What the account may use. Options need `NFO` among `exchanges`. */
const whoFrom = (w: z.output<z.ZodObject<typeof who>>) => ({
  /** The client id at the broker. */
  userId: w.user_id,
  userName: w.user_name,
  userShortName: w.user_shortname,
  email: w.email,
  userType: w.user_type,
  broker: w.broker,
  exchanges: w.exchanges,
  products: w.products,
  orderTypes: w.order_types,
})

/** `GET /user/profile` (fact sheet §3.3). */
export const kiteProfile = z.object(who).transform(whoFrom)
export type KiteProfile = Readonly<z.output<typeof kiteProfile>>

/** `POST /session/token` (fact sheet §3.1). The broker's internal tokens are left out on purpose: we do not store them. */
export const kiteSession = z
  .object({ ...who, api_key: z.string().min(1), access_token: secret, login_time: instant })
  .transform((w) => ({ ...whoFrom(w), apiKey: w.api_key, accessToken: w.access_token, loginAt: w.login_time }))
export type KiteSession = Readonly<z.output<typeof kiteSession>>
