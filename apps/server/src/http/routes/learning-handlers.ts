import { requireFreshSignIn } from '../../identity/fresh-sign-in.ts'
import { artefactText } from '@strikewise/signals/learning/weights-artefact.ts'
import { agentEvidence } from '../../learning/agent-evidence.ts'
import { fileEvidence, promote, storedVersion, withdraw } from '../../learning/promotion.ts'
import { changeRow, gateRows, weightsOverview } from '../../learning/weights-overview.ts'
import { weightsHistory } from '../../learning/weights-history.ts'
import { fileTrial, registeredTrials } from '../../learning/registered-trials.ts'
import { recordAction } from '../../operator/actions.ts'
import { registeredLogics, registerLogic, type LogicRow } from '../../registered-logic/registered-logic.ts'
import type { Handlers } from '../handler.ts'
import type { WebDependencies } from '../web-dependencies.ts'

type Names =
  | 'weightsStory'
  | 'operatorWeights'
  | 'operatorShadowAgents'
  | 'operatorAgentEvidence'
  | 'operatorWeightsVersion'
  | 'operatorLogic'
  | 'registerLogic'
  | 'operatorTrials'
  | 'fileTrial'
  | 'fileWeightsEvidence'
  | 'promoteWeights'
  | 'withdrawWeights'

export function learningHandlers({ config, db, clock, logger, market }: WebDependencies): Handlers<Names> {
  return {
    weightsStory: ({ caller }) => weightsHistory(db, clock.now(), caller.language ?? 'en'),

    operatorWeights: ({ caller }) => weightsOverview(db, clock.now(), caller.language ?? 'en'),

    operatorShadowAgents: async () => ({ agents: market.shadowSignals() }),

    operatorAgentEvidence: () => agentEvidence(db, clock.now()),

    async operatorWeightsVersion({ params }) {
      const { hash, artefact } = await storedVersion(db, params.version)
      return { hash, text: artefactText(artefact) }
    },

    operatorLogic: async () => ({ logic: (await registeredLogics(db)).map(logicRow) }),

    async registerLogic({ caller, body }) {
      requireFreshSignIn(caller)
      const row = await registerLogic(db, body, caller.userId)
      const { identifier, from, to, config_hash } = body
      await recordAction(db, {
        by: caller.userId,
        action: 'logic_registered',
        details: { key: config_hash, text: `${identifier}, ${from} to ${to ?? 'open'}` },
      })
      logger.warn({ operator: caller.userId, config_hash, identifier }, 'logic registered for live entries')
      return logicRow(row)
    },

    operatorTrials: async () => ({ trials: await registeredTrials(db, clock.now()) }),

    async fileTrial({ caller, body }) {
      requireFreshSignIn(caller)
      const trial = await fileTrial(db, body, caller.userId, clock.now())
      await recordAction(db, {
        by: caller.userId,
        action: 'trial_filed',
        details: { key: trial.hash, text: `${trial.name}: ${trial.state}` },
      })
      return trial
    },

    async fileWeightsEvidence({ caller, body }) {
      requireFreshSignIn(caller)
      const conditions = await fileEvidence(db, body, caller.userId, clock.now())
      await recordAction(db, {
        by: caller.userId,
        action: 'weights_evidence_filed',
        details: { version: body.version },
      })
      return { gate: gateRows(conditions, caller.language ?? 'en') }
    },

    async promoteWeights({ caller, body: { version, reason } }) {
      requireFreshSignIn(caller)
      const change = await promote(db, version, {
        by: caller.userId,
        reason,
        now: clock.now(),
        operators: config.operatorEmails,
      })
      await recordAction(db, { by: caller.userId, action: 'weights_promoted', details: { version, reason } })
      logger.warn({ operator: caller.userId, ...change }, 'learned weights promoted')
      return changeRow(change, caller.language ?? 'en')
    },

    async withdrawWeights({ caller, body: { reason } }) {
      requireFreshSignIn(caller)
      const change = await withdraw(db, { by: caller.userId, reason, now: clock.now() })
      await recordAction(db, { by: caller.userId, action: 'weights_withdrawn', details: { reason } })
      logger.warn({ operator: caller.userId, ...change }, 'learned weights withdrawn')
      return changeRow(change, caller.language ?? 'en')
    },
  }
}

/** A logic of the register as the API shows it. */
function logicRow({ config_hash, code_hash, weights_version, identifier, disclosure, from_day, to_day }: LogicRow) {
  return { config_hash, code_hash, weights_version, identifier, disclosure, from: from_day, to: to_day }
}
