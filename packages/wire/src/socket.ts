import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import * as z from 'zod'
import { shownTradeRow } from './trades.ts'
import { istDateText, userId } from './scalars.ts'

/** Path of the socket, at the root and under `/api`. */
export const ACTIVE_TRADES_SOCKET_PATH = '/ws/user_active_trades'

/** The text marker the server sends while nothing else is to be shown; listeners ignore it. */
export const HEARTBEAT = 'heartbeat'

/** Code of the error that shows that a user has as many connections as there may be; the socket is closed after it. */
export const TOO_MANY_CONNECTIONS = 'too_many_connections'

export const activeTradesSocketQuery = z.strictObject({ uid: userId, date: istDateText })

const socketError = z.object({ error: z.string(), code: z.string().optional() })

export type ActiveTradesMessage =
  | { type: 'trades'; trades: z.infer<typeof shownTradeRow>[] }
  | { type: 'error'; error: string; code: string | undefined }
  | { type: 'heartbeat' }

/** One frame of the socket → what it means. Undefined: a frame that is none of the three. */
export function readActiveTradesFrame(text: string): ActiveTradesMessage | undefined {
  if (text === HEARTBEAT) return { type: 'heartbeat' }
  const json = parseJson(text)
  const trades = z.array(shownTradeRow).safeParse(json)
  if (trades.success) return { type: 'trades', trades: trades.data }
  const error = socketError.safeParse(json)
  return error.success ? { type: 'error', error: error.data.error, code: error.data.code } : undefined
}
