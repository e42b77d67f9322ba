import { istIso } from '@strikewise/domain/time/ist.ts'
import { brokerLoginLink, connectBroker, disconnectBroker, saveBrokerKeys } from '../../accounts/broker-link.ts'
import { connectPaper } from '../../accounts/paper-link.ts'
import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { newestConsent, recordConsent } from '../../consents/consents.ts'
import { DomainError } from '../../domain-error.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names =
  | 'saveBrokerKeys'
  | 'acceptBrokerDisclosure'
  | 'brokerLoginLink'
  | 'brokerCallback'
  | 'brokerDisconnect'
  | 'connectPaper'

export function brokerHandlers(parts: WebDependencies): Handlers<Names> {
  const { clock, bus, logger } = parts
  const requireSame = (uid: string, userId: string) => {
    if (uid !== userId) throw new DomainError({ code: 'problem.uid_mismatch.link' })
  }
  return {
    async saveBrokerKeys({ caller, body }) {
      requireFreshSignIn(caller)
      const state = await saveBrokerKeys(parts, caller.userId, body)
      logger.info({ user: caller.userId }, 'broker keys saved')
      return state
    },

    async acceptBrokerDisclosure({ caller, userDb, body }) {
      const consent = await userDb.write(async (db) => {
        const known = await newestConsent(db, caller.userId, 'zerodha_disclosure')
        if (known?.given === body.accepted) return known
        await recordConsent(db, caller.userId, ['zerodha_disclosure'], body.accepted, clock.now())
        return newestConsent(db, caller.userId, 'zerodha_disclosure')
      })
      bus.publish(`account.${caller.userId}`, null)
      const accepted = consent?.given === true
      return {
        zerodhaDisclosureAccepted: accepted,
        zerodhaDisclosureAcceptedAt: accepted ? istIso(consent.at) : null,
      }
    },

    brokerLoginLink: async ({ caller }) => ({ url: await brokerLoginLink(parts, caller) }),

    async brokerCallback({ caller, body }) {
      requireSame(body.uid, caller.userId)
      const state = await connectBroker(parts, caller, body)
      logger.info({ user: caller.userId, client: state.broker_user_id, mode: state.mode }, 'broker connected')
      return state
    },

    async connectPaper({ caller }) {
      const state = await connectPaper(parts, caller.userId)
      logger.info({ user: caller.userId, client: state.broker_user_id }, 'paper account connected')
      return state
    },

    async brokerDisconnect({ caller, body }) {
      requireSame(body.user_id, caller.userId)
      const state = await disconnectBroker(parts, caller.userId)
      logger.info({ user: caller.userId }, 'broker disconnected')
      return state
    },
  }
}
