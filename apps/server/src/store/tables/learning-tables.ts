import type { Registration, TestResult } from '@strikewise/signals/learning/registered-trial.ts'
import type { BacktestEvidence } from '@strikewise/signals/learning/promotion-criteria.ts'
import type { ChampionChange } from '@strikewise/signals/learning/champions.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { StoredMessage } from '@strikewise/messages/split.ts'
import type { Generated, GeneratedAlways, JSONColumnType } from 'kysely'

export interface LearningTables {
  /** Insert only: one a session. `body` is canonical JSON, the very text `hash` is of. */
  weights_artefacts: { version: IstDate; hash: string; body: string; made_at: Generated<Date> }
  /** Insert only: what operators filed; the newest of a version counts. */
  weights_evidence: {
    id: GeneratedAlways<number>
    version: IstDate
    evidence: JSONColumnType<BacktestEvidence>
    filed_by: string
    filed_at: number
  }
  /** Insert only: every change of the weights that decide, by whom (null: by the rule), why and on which figures. */
  weights_changes: {
    id: GeneratedAlways<number>
    kind: ChampionChange['kind']
    version: IstDate | null
    from_day: IstDate
    decided_at: number
    decided_by: string | null
    /** As a person wrote it, or of rows from before messages were data; else `message` shows why. */
    reason: string | null
    message: Generated<StoredMessage | null>
    figures: JSONColumnType<object>
  }
  /** Insert only: candidates filed before the first session of their test. */
  registered_trials: {
    hash: string
    registration: JSONColumnType<Registration>
    filed_by: string
    filed_at: number
  }
  /** Insert only: the one result of a trial. */
  registered_trial_results: {
    registration: string
    result: JSONColumnType<TestResult>
    filed_by: string
    filed_at: number
  }
  /** Logic registered for live entries; without `identifier` a registration that is open. */
  registered_logic: {
    config_hash: string
    code_hash: string
    /** Null: the weights as written. */
    weights_version: IstDate | null
    identifier: string | null
    disclosure: string | null
    /** Null: since before registrations were kept. */
    from_day: IstDate | null
    to_day: IstDate | null
    opened_at: number
    /** Null: by the program itself. */
    registered_by: string | null
  }
}
