import { createHash } from 'node:crypto'
import * as z from 'zod'
import type { PaperExchange } from '../config.ts'
import { DomainError } from '../domain-error.ts'
import { Secret } from '../secret.ts'

const TIMEOUT_MS = 10_000

const account = z.object({ api_key: z.string().min(1), api_secret: z.string().min(1) })
const login = z.object({ request_token: z.string().min(1) })

/** A paper account signed in to: what stands for the keys and the redirect of a real broker's login. */
export interface PaperLogin {
  readonly apiKey: Secret
  readonly apiSecret: Secret
  readonly requestToken: Secret
}

/** The shape of the client ids of paper accounts, as PostgreSQL's regular expression. Others may have it too. */
export const PAPER_ACCOUNT_IDS = '^PA[0-9A-Z]{8}$'

/** The client id of a user's paper account: always the same one, and no other user's. */
export function paperAccountId(userId: string): string {
  const digest = createHash('sha256').update(`paper account of ${userId}`).digest()
  return `PA${digest.readBigUInt64BE().toString(36).toUpperCase().padStart(8, '0').slice(-8)}`
}

/**
 * Signs in to a user's account at the paper exchange, opening it when there is none: the first time, and after the
 * exchange was started afresh. Throws ApiFailure `broker_unavailable` when the exchange does not answer as it should.
 */
export async function logInToPaper(exchange: PaperExchange, userId: string): Promise<PaperLogin> {
  const id = paperAccountId(userId)
  const opened = await ask(exchange, 'POST', '/accounts', { user_id: id })
  const { api_key, api_secret } = read(
    account,
    opened.status === 409 ? await ask(exchange, 'GET', `/accounts/${id}`) : opened,
  )
  const { request_token } = read(login, await ask(exchange, 'POST', `/accounts/${id}/login`, {}))
  return {
    apiKey: new Secret(api_key),
    apiSecret: new Secret(api_secret),
    requestToken: new Secret(request_token),
  }
}

const followed = z.object({ day: z.string().nullable(), ticker: z.string() })

/**
 * Has the exchange follow the market this login reads, when it does not do so already or the login is a new one.
 * `own_market`: the deployment was started without a market to follow. Throws ApiFailure when it does not answer.
 */
export async function followMarket(
  exchange: PaperExchange,
  { apiKey, accessToken }: { readonly apiKey: Secret; readonly accessToken: Secret },
  isNew: boolean,
): Promise<'following' | 'own_market'> {
  const asked = await ask(exchange, 'GET', '/follow')
  if (asked.status === 404) return 'own_market'
  const { day, ticker } = read(followed, asked)
  if (isNew || day === null || ticker === 'stopped') {
    const login = { api_key: apiKey.reveal(), access_token: accessToken.reveal() }
    read(followed, await ask(exchange, 'POST', '/follow', login))
  }
  return 'following'
}

interface Reply {
  readonly status: number
  readonly json: unknown
}

async function ask(
  { controlsUrl, key }: PaperExchange,
  method: 'GET' | 'POST',
  path: string,
  body?: object,
): Promise<Reply> {
  try {
    const response = await fetch(controlsUrl + path, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        ...(key === undefined ? {} : { authorization: `Bearer ${key.reveal()}` }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    return { status: response.status, json: await response.json() }
  } catch {
    // Whatever the network or the parser shows may quote what came over the line.
    throw new DomainError({ code: 'problem.broker_unavailable.paper' })
  }
}

function read<T>(schema: z.ZodType<T>, { status, json }: Reply): T {
  const parsed = schema.safeParse(json)
  if (status < 300 && parsed.success) return parsed.data
  throw new DomainError({ code: 'problem.broker_unavailable.paper_refused', status })
}
