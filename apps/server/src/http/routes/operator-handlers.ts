import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { feedLoginLink, feedSessionState, saveFeedKeys, startFeedSession } from '../../operator/feed-session.ts'
import { recordAction } from '../../operator/actions.ts'
import { GLOBAL_SCOPE, setKillSwitch } from '../../kill-switch/kill-switch.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names = 'operatorFeedSession' | 'saveFeedKeys' | 'operatorLoginLink' | 'startFeedSession' | 'operatorStop'

export function operatorHandlers(parts: WebDependencies): Handlers<Names> {
  const { db, urgent, clock, bus, logger } = parts
  return {
    operatorFeedSession: () => feedSessionState(parts),
    async saveFeedKeys({ caller, body }) {
      requireFreshSignIn(caller)
      const state = await saveFeedKeys(parts, body)
      await recordAction(db, { by: caller.userId, action: 'feed_keys_saved', details: { key: state.api_key_last4 } })
      return state
    },
    async operatorLoginLink({ caller }) {
      const url = await feedLoginLink(parts)
      await recordAction(db, { by: caller.userId, action: 'feed_login_opened' })
      return { url }
    },

    async startFeedSession({ caller, body }) {
      requireFreshSignIn(caller)
      const state = await startFeedSession(parts, body.request_token)
      await recordAction(db, {
        by: caller.userId,
        action: 'feed_session_started',
        details: { client: state.broker_user_id },
      })
      logger.info({ operator: caller.userId, client: state.broker_user_id }, 'market data session started')
      return state
    },

    async operatorStop({ caller, body }) {
      if (!body.on) requireFreshSignIn(caller)
      const change = { engaged: body.on, by: caller.userId, channel: 'web', reason: body.reason } as const
      await urgent.db.transaction().execute(async (tx) => {
        await setKillSwitch(tx, GLOBAL_SCOPE, change, clock.now())
        await recordAction(tx, {
          by: caller.userId,
          action: body.on ? 'stop_engaged' : 'stop_released',
          details: { reason: body.reason ?? null },
        })
      })
      logger.warn({ operator: caller.userId, on: body.on, reason: body.reason }, 'stop button of everybody')
      bus.publish('stop', null)
      return { global: body.on }
    },
  }
}
