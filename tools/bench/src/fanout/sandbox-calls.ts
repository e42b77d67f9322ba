import type { OrderSide } from '@strikewise/domain/instruments/order-terms.ts'
import type { OptionContract, OptionSide } from '@strikewise/domain/instruments/contract.ts'
import { OPTION_TICK } from '@strikewise/domain/money/ticks.ts'
import { istDate, type EpochMs } from '@strikewise/domain/time/ist.ts'
import { createKiteClient } from '@strikewise/kite/rest/client.ts'
import type { Secret } from '@strikewise/domain/text/secret.ts'

/** The sandbox's documented control calls this bench needs (docs/sandbox.md). */
interface AccountRow {
  readonly user_id: string
  readonly api_key: string
  readonly api_secret: string
}

interface ChainRow {
  readonly token: number
  readonly tradingsymbol: string
  readonly expiry: string
  readonly strike: number
  readonly side: OptionSide
  readonly lot_size: number
}

/** An entry of the exchange's log; only orders taken are read further. */
export interface LogRow {
  readonly seq: number
  readonly type: string
  readonly accountId: string | null
  readonly request?: { readonly side: OrderSide; readonly tag: string | null }
}

/** A broker account with the session of the day. */
export interface LoggedIn {
  readonly userId: string
  readonly apiKey: string
  readonly accessToken: Secret
  readonly loginAt: EpochMs
}

/** Of what is only preparation. */
export const CONCURRENCY = 32

export interface SandboxUrls {
  readonly control: string
  readonly kite: string
  readonly ticker: string
}

export function sandboxUrls(http: string): SandboxUrls {
  return { control: `${http}/sandbox`, kite: `${http}/kite`, ticker: `${http.replace('http', 'ws')}/ticker` }
}

/** Opens `count` accounts named `prefix` + number and logs them in, each with its own token. */
export async function openAccounts(urls: SandboxUrls, prefix: string, count: number): Promise<LoggedIn[]> {
  const ids = Array.from({ length: count }, (_, i) => `${prefix}${String(i + 1).padStart(4, '0')}`)
  const opened: LoggedIn[] = []
  await forEach(ids, CONCURRENCY, async (user_id) => {
    const row = await post<AccountRow>(`${urls.control}/accounts`, { user_id, cash: 500_000 })
    opened.push(await logIn(urls, row))
  })
  return opened
}

/** Does `work` for every item, at most `most` at a time. */
export async function forEach<T>(items: readonly T[], most: number, work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values()
  const worker = async () => {
    for (const item of left) await work(item)
  }
  await Promise.all(Array.from({ length: most }, worker))
}

/** Logs in an account that is there already. */
export async function openReadyMade(urls: SandboxUrls, userId: string): Promise<LoggedIn> {
  return logIn(urls, await get<AccountRow>(`${urls.control}/accounts/${userId}`))
}

/** The NIFTY call of the nearest expiry next to the money. */
export async function callNextToTheMoney(urls: SandboxUrls): Promise<OptionContract> {
  const chain = await get<ChainRow[]>(`${urls.control}/chain?symbol=NIFTY`)
  const row = chain.find(({ side }) => side === 'CE')
  if (row === undefined) throw new Error('the sandbox lists no NIFTY call')
  return {
    token: row.token,
    tradingsymbol: row.tradingsymbol,
    symbol: 'NIFTY',
    expiry: istDate(row.expiry),
    strike: row.strike,
    side: row.side,
    tickSize: OPTION_TICK,
    lotSize: row.lot_size,
  }
}

/** Every order the exchange has taken so far, oldest first. */
export async function ordersTaken(urls: SandboxUrls): Promise<LogRow[]> {
  const taken: LogRow[] = []
  for (let after = 0; ;) {
    const { entries } = await get<{ entries: LogRow[] }>(`${urls.control}/log?after=${after}`)
    const last = entries.at(-1)
    if (last === undefined) return taken
    taken.push(...entries.filter(({ type }) => type === 'order_taken'))
    after = last.seq
  }
}

async function logIn(urls: SandboxUrls, { user_id, api_key, api_secret }: AccountRow): Promise<LoggedIn> {
  const { request_token } = await post<{ request_token: string }>(`${urls.control}/accounts/${user_id}/login`, {})
  const client = createKiteClient({ rootUrl: urls.kite, apiKey: api_key, accessToken: () => '' })
  try {
    const session = await client.createSession(request_token, api_secret)
    if (!session.ok) throw new Error(`${user_id} could not log in: ${session.code} ${session.message}`)
    return { userId: user_id, apiKey: api_key, accessToken: session.value.accessToken, loginAt: session.value.loginAt }
  } finally {
    await client.close()
  }
}

async function get<T>(url: string): Promise<T> {
  return answerOf<T>(await fetch(url))
}

async function post<T>(url: string, body: object): Promise<T> {
  const headers = { 'content-type': 'application/json' }
  return answerOf<T>(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}

async function answerOf<T>(response: Response): Promise<T> {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${text}`)
  return JSON.parse(text) as T
}
