import type { AccountTables } from './tables/account-tables.ts'
import type { AlertTables } from './tables/alert-tables.ts'
import type { AnnouncementTables } from './tables/announcement-tables.ts'
import type { AuditTables } from './tables/audit-tables.ts'
import type { BillingTables } from './tables/billing-tables.ts'
import type { ChainHistoryTables } from './tables/chain-history-tables.ts'
import type { DataRightsTables } from './tables/data-rights-tables.ts'
import type { ExecutionTables } from './tables/execution-tables.ts'
import type { FeatureFlagTables } from './tables/feature-flag-tables.ts'
import type { IdentityTables } from './tables/identity-tables.ts'
import type { LearningTables } from './tables/learning-tables.ts'
import type { MarketTables } from './tables/market-tables.ts'
import type { PublicTables } from './tables/public-tables.ts'
import type { PublicLogTables } from './tables/public-log-tables.ts'
import type { ReportTables } from './tables/report-tables.ts'
import type { ProgramKeyTables } from './tables/program-key-tables.ts'
import type { LowFrequencyTables } from './tables/low-frequency-tables.ts'

/**
 * Every table of the store, as kysely types it. A `bigint` column arrives as a number (the pool refuses one beyond 2^53),
 * a `timestamptz` as a Date, a `date` as its text.
 */
export interface Database
  extends
    IdentityTables,
    AccountTables,
    BillingTables,
    ChainHistoryTables,
    MarketTables,
    LearningTables,
    LowFrequencyTables,
    PublicTables,
    DataRightsTables,
    PublicLogTables,
    ReportTables,
    ExecutionTables,
    AuditTables,
    AlertTables,
    AnnouncementTables,
    FeatureFlagTables,
    ProgramKeyTables {}
