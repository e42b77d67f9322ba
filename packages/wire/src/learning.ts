import { BASELINES } from '@strikewise/signals/learning/baselines.ts'
import { TEST_STATISTICS } from '@strikewise/signals/learning/test-statistics.ts'
import * as z from 'zod'
import { problemText } from './field-problem.ts'
import { agentSignal } from './market.ts'
import { message } from './message.ts'
import { route } from './route.ts'
import { indexSymbol, instantText, istDateText } from './scalars.ts'

const hex64 = z.string().regex(/^[0-9a-f]{64}$/)
const weights = z.record(z.string(), z.number())
const quality = z
  .object({
    labels: z.number(),
    brier: z.number(),
    log_loss: z.number(),
    /** Above 0: better than always forecasting the base rate. */
    skill: z.number(),
    base_rate: z.number(),
    /** Reliability: mean forecast, share of forecasts that came true, and their count, in ten bins; empty ones are left out. */
    bins: z.array(z.object({ forecast: z.number(), observed: z.number(), count: z.number() })),
  })
  .nullable()

const gate = z.array(z.object({ code: z.string(), message, text: z.string(), met: z.boolean() }))

const change = z.object({
  kind: z.enum(['promoted', 'rolled_back']),
  /** Null: the weights as written. */
  version: istDateText.nullable(),
  /** The first session it decides. */
  from: istDateText,
  decided_at: instantText,
  /** Null: by the rule of 20 sessions. */
  decided_by: z.string().nullable(),
  reason: z.string(),
})

const version = z.object({
  version: istDateText,
  hash: hex64,
  made_from: z.object({ from: istDateText, to: istDateText, sessions: z.number(), labels: z.number() }),
  weights,
  /** Of the last 20 sessions, by maps of the 60 before them. */
  quality: z.record(z.string(), quality),
  score_quality: quality,
  /** Every condition of the promotion gate with its figures, met or not. */
  gate,
})

const overview = z
  .object({
    champion: z.object({
      version: istDateText.nullable(),
      since: istDateText.nullable(),
      weights,
      /** How its score has predicted the direction over its last 20 sessions; null while the weights as written decide. */
      live: z.object({ sessions: z.number(), labels: z.number(), brier: z.number().nullable() }).nullable(),
    }),
    /** A change that waits for its session. */
    pending: change.pick({ kind: true, version: true, from: true }).nullable(),
    challenger: istDateText.nullable(),
    /** Newest first. */
    versions: z.array(version),
    changes: z.array(change),
  })
  .meta({ id: 'Weights' })
export type WeightsOverview = z.infer<typeof overview>

const story = z
  .object({
    /** Null: the weights as written. */
    decides: z.object({ version: istDateText.nullable(), since: istDateText.nullable() }),
    written: weights,
    /** Newest first. */
    training_runs: z.array(
      version.pick({ version: true, made_from: true, weights: true }).extend({
        /** What it continued from; null: older than is listed. */
        before: weights.nullable(),
        /** Conditions of the promotion gate it does not meet. */
        missing: z.array(
          z.enum([
            'evidence',
            'code',
            'out_of_sample',
            'deflated_sharpe',
            'overfitting',
            'trades',
            'baselines',
            'registered',
          ]),
        ),
      }),
    ),
    /** Newest first. `by_rule`: by the rule of 20 sessions, and not by a person. */
    changes: z.array(
      change.pick({ kind: true, version: true, from: true, reason: true }).extend({ by_rule: z.boolean() }),
    ),
  })
  .meta({ id: 'WeightsStory' })
export type WeightsHistory = z.infer<typeof story>

/** What a backtest found of a version, as `npm run backtest -- --weights` writes it. Results net: sessions in R, baselines in rupees a session at equal risk. */
const evidence = z.strictObject({
  version: istDateText,
  configHash: hex64,
  period: z.strictObject({ from: istDateText, to: istDateText }),
  trades: z.int().nonnegative(),
  daily: z.strictObject({
    count: z.int().nonnegative(),
    mean: z.number(),
    deviation: z.number().nonnegative(),
    skewness: z.number(),
    kurtosis: z.number(),
  }),
  tried: z.strictObject({
    trials: z.int().positive(),
    deviation: z.number().nonnegative(),
    inRun: z.int().positive(),
  }),
  overfitting: z.number().min(0).max(1).nullable(),
  baselines: z
    .array(z.strictObject({ name: z.enum(BASELINES), result: z.number(), p95: z.number() }))
    .max(BASELINES.length),
})

const dayRange = z.strictObject({ from: istDateText, to: istDateText })
const bounds = z.strictObject({ low: z.number(), high: z.number() }).nullable()

/** A candidate as `npm run trial` registered it. */
const registration = z.strictObject({
  hash: hex64,
  day: istDateText,
  candidate: z.strictObject({
    name: z.string().min(1).max(200),
    author: z.string().min(1).max(200),
    date: istDateText,
    parameters: z.record(z.string().max(100), z.union([z.number(), z.boolean()])),
    weights: z.record(z.string().max(100), z.unknown()).optional(),
    data: z.strictObject({ seen: z.array(dayRange).max(100), test: dayRange }),
    test: z.enum(TEST_STATISTICS),
    threshold: z.number(),
  }),
  config: hex64,
})

/** What its one test found. */
const testResult = z.strictObject({
  registration: hex64,
  config: hex64,
  settings: hex64,
  period: dayRange,
  sessions: z.int().nonnegative(),
  missing: z.int(),
  trades: z.int().nonnegative(),
  meanR: z.number(),
  interval: bounds,
  gainInterval: bounds,
  trials: z.int().nonnegative(),
  deflatedSharpe: z.number().nullable(),
  overfitting: z.number().nullable(),
  statistic: z.number().nullable(),
  threshold: z.number(),
  success: z.boolean(),
})

const trial = z
  .object({
    hash: hex64,
    name: z.string(),
    author: z.string(),
    /** When its file was written, and when it was filed here. */
    date: istDateText,
    filed: istDateText,
    /** The learned version it is a trial of; null: of parameters. */
    version: istDateText.nullable(),
    parameters: z.record(z.string(), z.union([z.number(), z.boolean()])),
    test: z.enum(TEST_STATISTICS),
    threshold: z.number(),
    test_from: istDateText,
    test_to: istDateText,
    /** `waiting`: for `sessions_left` trading days; `due`: they are over, and no result was filed. */
    state: z.enum(['waiting', 'due', 'succeeded', 'failed']),
    sessions_left: z.number(),
    /** Simulated: net result in R a session with its confidence sequence, of the trial and over the product's own rule. */
    result: z
      .object({ sessions: z.number(), trades: z.number(), mean_r: z.number(), interval: bounds, gain: bounds })
      .nullable(),
  })
  .meta({ id: 'RegisteredTrial' })
export type RegisteredTrial = z.infer<typeof trial>

const shadowAgents = z
  .object({
    agents: z.array(z.object({ agent: z.string(), symbol: indexSymbol, signal: agentSignal })),
  })
  .meta({ id: 'ShadowAgents' })

const logic = z
  .object({
    config_hash: hex64,
    code_hash: hex64,
    /** Null: the weights as written. */
    weights_version: istDateText.nullable(),
    /** Null: the registration is open, and no live entry is made by it. */
    identifier: z.string().nullable(),
    disclosure: z.string().nullable(),
    /** Null: since before registrations were kept. */
    from: istDateText.nullable(),
    to: istDateText.nullable(),
  })
  .meta({ id: 'RegisteredLogic' })
export type RegisteredLogic = z.infer<typeof logic>

const interval = z.object({ value: z.number(), low: z.number(), high: z.number() }).nullable()

const agentEvidence = z
  .object({
    sessions: z.number(),
    from: istDateText.nullable(),
    to: istDateText.nullable(),
    agents: z.array(
      z.object({
        agent: z.string(),
        symbol: indexSymbol,
        /** Changes of direction a session. */
        changes: interval,
        ahead: z.array(
          z.object({
            /** Null: to the close. */
            minutes: z.number().nullable(),
            observations: z.number(),
            /** Observations with a direction. */
            signals: z.number(),
            /** Rank correlation of signed strength and the move that followed, with its 95 % interval. */
            correlation: interval,
            /** Share of signals whose direction the index took. */
            right: interval,
            /** Mean move in the direction of the signal, in basis points of the index. */
            pays_bp: interval,
          }),
        ),
        /** By session, over the next 30 minutes. Null: no signal. */
        sessions: z.array(
          z.object({
            day: istDateText,
            signals: z.number(),
            right: z.number().nullable(),
            pays_bp: z.number().nullable(),
          }),
        ),
      }),
    ),
  })
  .meta({ id: 'AgentEvidence' })

const reason = z
  .string()
  .trim()
  .min(10, problemText({ code: 'field.reason_sentence' }))
  .max(500)

export const learningRoutes = {
  weightsStory: route({
    method: 'GET',
    path: '/weights',
    auth: 'user',
    feature: 'core_signals',
    perMinute: 30,
    summary: 'How the weights of the votes came to be: what each night learned, and why it does or does not decide',
    query: z.strictObject({}),
    reply: story,
  }),
  operatorWeights: route({
    method: 'GET',
    path: '/operator/weights',
    auth: 'operator',
    perMinute: 30,
    summary: 'Which weights decide, which are on trial, and what the promotion gate says of each version',
    query: z.strictObject({}),
    reply: overview,
  }),
  operatorShadowAgents: route({
    method: 'GET',
    path: '/operator/shadow-agents',
    auth: 'operator',
    perMinute: 30,
    summary: 'What the agents on trial say now. They do not vote: no decision, weight or plan counts them',
    query: z.strictObject({}),
    reply: shadowAgents,
  }),
  operatorAgentEvidence: route({
    method: 'GET',
    path: '/operator/agent-evidence',
    auth: 'operator',
    perMinute: 30,
    summary: 'What each voting agent knew of the next move of the index in the newest sessions of the decision log',
    query: z.strictObject({}),
    reply: agentEvidence,
  }),
  operatorWeightsVersion: route({
    method: 'GET',
    path: '/operator/weights/:version',
    auth: 'operator',
    perMinute: 30,
    summary: 'One version of the weights as it is stored: its canonical text, for a backtest of it',
    params: z.strictObject({ version: istDateText }),
    query: z.strictObject({}),
    reply: z.object({ hash: hex64, text: z.string() }),
  }),
  operatorLogic: route({
    method: 'GET',
    path: '/operator/logic',
    auth: 'operator',
    perMinute: 30,
    summary: 'The logic that is registered for live entries, and registrations that are open',
    query: z.strictObject({}),
    reply: z.object({ logic: z.array(logic) }),
  }),
  registerLogic: route({
    method: 'POST',
    path: '/operator/logic',
    auth: 'operator',
    perMinute: 10,
    summary: 'Registers a logic for live entries under the identifier of the exchange, or changes its days',
    body: z.strictObject({
      config_hash: hex64,
      identifier: z.string().trim().min(1).max(64),
      disclosure: z.string().trim().min(20).max(2000),
      from: istDateText,
      to: istDateText.nullable(),
    }),
    reply: logic,
  }),
  operatorTrials: route({
    method: 'GET',
    path: '/operator/trials',
    auth: 'operator',
    perMinute: 30,
    summary: 'Candidates that were registered before their test, the newest first, with what each waits for or found',
    query: z.strictObject({}),
    reply: z.object({ trials: z.array(trial) }),
  }),
  fileTrial: route({
    method: 'POST',
    path: '/operator/trials',
    auth: 'operator',
    perMinute: 10,
    summary:
      'Files a registered trial as `npm run trial -- export` prints it: before the first session of its test, and again with its result',
    body: z.strictObject({ registration, result: testResult.nullable() }),
    reply: trial,
  }),
  fileWeightsEvidence: route({
    method: 'POST',
    path: '/operator/weights/evidence',
    auth: 'operator',
    perMinute: 30,
    summary: "Files what a backtest found of a version; answers with the promotion gate's conditions",
    body: evidence,
    reply: z.object({ gate }),
  }),
  promoteWeights: route({
    method: 'POST',
    path: '/operator/weights/promote',
    auth: 'operator',
    perMinute: 10,
    summary:
      'Lets a version decide from the next session on; refused while a condition of the promotion gate is not met',
    body: z.strictObject({ version: istDateText, reason }),
    reply: change,
  }),
  withdrawWeights: route({
    method: 'POST',
    path: '/operator/weights/withdraw',
    auth: 'operator',
    perMinute: 10,
    summary: 'Returns to the weights that decided before, from the next session on',
    body: z.strictObject({ reason }),
    reply: change,
  }),
}
