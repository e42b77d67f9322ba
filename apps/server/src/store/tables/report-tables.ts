import type { IstDate } from '@strikewise/domain/time/ist.ts'
import type { JSONColumnType } from 'kysely'
import type { DailyReport } from './daily-report-body.ts'

export interface ReportTables {
  /** Insert only: a user's day as it was when it was reported. */
  daily_reports: { user_id: string; on_day: IstDate; written_at: number; body: JSONColumnType<DailyReport> }
}
