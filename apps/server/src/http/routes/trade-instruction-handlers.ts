import { paiseFromRupees, type Paise } from '@strikewise/domain/money/paise.ts'
import { istIso } from '@strikewise/domain/time/ist.ts'
import type { Caller } from '../../identity/caller.ts'
import { loadKillSwitches, setKillSwitch } from '../../kill-switch/kill-switch.ts'
import {
  exitAllTrades,
  exitTrade,
  lowerTarget,
  raiseStop,
  reduceTrade,
  type AcceptedInstruction,
  type InstructionGiver,
} from '../../trades/instructions.ts'
import type { Handlers } from '../handler.ts'
import type { UserDependencies } from '../web-dependencies.ts'

type Names = 'exitTrade' | 'reduceTrade' | 'raiseStop' | 'lowerTarget' | 'exitAll'

/** What a user asks of their open trades. The row is the instruction: PostgreSQL notifies the executor with its commit. */
export function tradeInstructionHandlers({ clock, bus, logger, quotes }: UserDependencies): Handlers<Names> {
  const giverOf = ({ userId }: Caller): InstructionGiver => ({ userId, by: userId, channel: 'web' })
  const checks = () => ({ now: clock.now(), bidOf })

  function bidOf(token: number): Paise | undefined {
    const bid = quotes.quote(token)?.bid
    return bid === undefined || bid <= 0 ? undefined : bid
  }

  /** After the commit: hints for the executor, and for screens that show the trade's row. */
  function given(userId: string, what: object): void {
    logger.info({ user: userId, channel: 'web', ...what }, 'trade instruction')
    bus.publish(`account.${userId}`, null)
    bus.publish(`trades.${userId}`, null)
  }

  return {
    async exitTrade({ caller, userDb, params: { trade_id } }) {
      const accepted = await userDb.write((tx) => exitTrade(tx, giverOf(caller), trade_id, clock.now()))
      given(caller.userId, { kind: 'exit', trade: trade_id, instruction: accepted.id })
      return replyOf(accepted)
    },

    async reduceTrade({ caller, userDb, params: { trade_id }, body: { keep_lots } }) {
      const asked = { field: 'keep_lots', keepLots: keep_lots }
      const accepted = await userDb.write((tx) => reduceTrade(tx, giverOf(caller), trade_id, asked, clock.now()))
      given(caller.userId, { kind: 'reduce', trade: trade_id, instruction: accepted.id, lots: keep_lots })
      return replyOf(accepted)
    },

    async raiseStop({ caller, userDb, params: { trade_id }, body: { trigger_price } }) {
      const asked =
        trigger_price === undefined
          ? ({ field: 'to', price: 'entry' } as const)
          : { field: 'trigger_price', price: paiseFromRupees(trigger_price) }
      const accepted = await userDb.write((tx) => raiseStop(tx, giverOf(caller), trade_id, asked, checks()))
      given(caller.userId, { kind: 'stop', trade: trade_id, instruction: accepted.id, price: asked.price })
      return replyOf(accepted)
    },

    async lowerTarget({ caller, userDb, params: { trade_id }, body: { target_price } }) {
      const asked = { field: 'target_price', price: paiseFromRupees(target_price) }
      const accepted = await userDb.write((tx) => lowerTarget(tx, giverOf(caller), trade_id, asked, checks()))
      given(caller.userId, { kind: 'target', trade: trade_id, instruction: accepted.id, price: asked.price })
      return replyOf(accepted)
    },

    async exitAll({ caller, userDb, body: { pause } }) {
      const { userId } = caller
      const reply = await userDb.write(async (tx) => {
        const now = clock.now()
        if (pause) await setKillSwitch(tx, userId, { engaged: true, by: userId, channel: 'web' }, now)
        const trades = await exitAllTrades(tx, giverOf(caller), now)
        return { trades, stop: await loadKillSwitches(tx, userId) }
      })
      given(userId, { kind: 'exit', trades: reply.trades, pause })
      return reply
    },
  }
}

function replyOf({ id, at }: AcceptedInstruction) {
  return { instruction: { id, at: istIso(at) } }
}
