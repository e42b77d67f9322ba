import { ApiError } from '@strikewise/wire/api-error.ts'
import type { Me } from '@strikewise/wire/account.ts'
import { api } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'
import { meQuery } from '../../lib/queries.ts'
import { refreshSession } from '../../lib/session.ts'
import { serviceUnavailable } from './sign-in-failure.ts'

/**
 * Where a fresh sign-in goes: /dashboard when the user record has a plan, /plans when it is missing or has none. Throws the
 * words for the user when the session or the record cannot be read.
 */
export async function afterSignIn(readMe: () => Promise<Pick<Me, 'plan'>> = () => api.call('me')) {
  const { status } = await refreshSession()
  // The screens would lead a visitor they do not know straight back to the login, without a word.
  if (status !== 'in') throw new Error(serviceUnavailable({}))
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey })
  try {
    const { plan } = await readMe()
    return plan === null ? '/plans' : '/dashboard'
  } catch (error) {
    if (error instanceof ApiError && error.status === 404) return '/plans'
    throw error
  }
}
