import type { QueryClient } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { meQuery } from '../../lib/queries.ts'
import { alertSettingsQuery } from './queries.ts'

/** Stores the chat alerts go to (empty: none), and reads again what depends on it. */
export async function saveChatId(queries: QueryClient, telegramChatId: string): Promise<void> {
  await api.call('saveTelegram', { body: { telegramChatId } })
  await Promise.all([
    queries.invalidateQueries({ queryKey: meQuery.queryKey }),
    queries.invalidateQueries({ queryKey: alertSettingsQuery.queryKey }),
  ])
}
