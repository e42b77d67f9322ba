import * as z from 'zod'
import { bodyOf, ControlError, type Control } from '../controls/control.ts'
import type { Follower } from './follower.ts'

const credentials = z.strictObject({ api_key: z.string().min(1).max(128), access_token: z.string().min(1).max(256) })

/** The controls of a market that follows a real one: who logs in at the broker each morning hands the login on. */
export function followControls(follower: Follower | undefined): Control[] {
  if (follower === undefined) return []
  return [
    {
      method: 'GET',
      path: '/follow',
      text: 'Which day is followed (null: none) and how the ticker stands.',
      answer: () => follower.state(),
    },
    {
      method: 'POST',
      path: '/follow',
      text: 'Follows the market from now on: { "api_key", "access_token" } of a market data login of today.',
      answer: async (c) => {
        const { api_key, access_token } = await bodyOf(c, credentials)
        try {
          return await follower.follow({ apiKey: api_key, accessToken: access_token })
        } catch (error) {
          throw new ControlError(424, 'not_followed', (error as Error).message)
        }
      },
    },
  ]
}
