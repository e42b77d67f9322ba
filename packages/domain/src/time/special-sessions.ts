/**
 * The days on which the exchange traded outside its ordinary weekday session. Plain data: a session that the exchange
 * adds at short notice is one more row (see `tradingCalendar`). Sources as for `HOLIDAYS`.
 */

/** Sessions outside the ordinary weekday rule; `short` and `muhurat` where the exchange gave no name. */
export type SpecialSession =
  | 'short'
  | 'muhurat'
  | 'diwali_laxmi_pujan_muhurat'
  | 'saturday_union_budget_session'
  | 'lines_of_the_exchange_failed_reopened_for_the_evening'
  | 'saturday_live_session'
  | 'saturday_session_from_the_disaster_recovery_site'
  | 'sunday_union_budget_session'

/**
 * A session outside the ordinary weekday rule.
 * `full`: an ordinary day's hours on a weekend. `short`: a few hours (tests of the disaster-recovery site).
 * `muhurat`: the symbolic Diwali hour on what is otherwise a holiday; no expiry ever falls on it.
 * `windows` are IST `HH:MM` pairs; empty means the exchange has not published the hours (no trading is assumed then).
 */
export interface SpecialSessionRow {
  readonly day: string
  readonly name: SpecialSession
  readonly kind: 'full' | 'short' | 'muhurat'
  readonly windows: readonly (readonly [from: string, to: string])[]
}

export const SPECIAL_SESSIONS: readonly SpecialSessionRow[] = [
  { day: '2016-10-30', name: 'diwali_laxmi_pujan_muhurat', kind: 'muhurat', windows: [['18:30', '19:30']] },
  { day: '2017-10-19', name: 'diwali_laxmi_pujan_muhurat', kind: 'muhurat', windows: [['18:30', '19:30']] },
  { day: '2018-11-07', name: 'diwali_laxmi_pujan_muhurat', kind: 'muhurat', windows: [['17:30', '18:30']] },
  { day: '2019-10-27', name: 'diwali_laxmi_pujan_muhurat', kind: 'muhurat', windows: [['18:15', '19:15']] },
  { day: '2020-02-01', name: 'saturday_union_budget_session', kind: 'full', windows: [['09:15', '15:30']] },
  { day: '2020-11-14', name: 'diwali_laxmi_pujan_muhurat', kind: 'muhurat', windows: [['18:15', '19:15']] },
  {
    day: '2021-02-24',
    name: 'lines_of_the_exchange_failed_reopened_for_the_evening',
    kind: 'short',
    windows: [
      ['09:15', '11:40'],
      ['15:45', '17:00'],
    ],
  },
  { day: '2021-11-04', name: 'diwali_laxmi_pujan_muhurat', kind: 'muhurat', windows: [['18:15', '19:15']] },
  { day: '2022-10-24', name: 'diwali_laxmi_pujan_muhurat', kind: 'muhurat', windows: [['18:15', '19:15']] },
  { day: '2023-11-12', name: 'diwali_laxmi_pujan_muhurat', kind: 'muhurat', windows: [['18:15', '19:15']] },
  { day: '2024-01-20', name: 'saturday_live_session', kind: 'full', windows: [['09:15', '15:30']] },
  {
    day: '2024-03-02',
    name: 'saturday_session_from_the_disaster_recovery_site',
    kind: 'short',
    windows: [
      ['09:15', '10:00'],
      ['11:30', '12:30'],
    ],
  },
  {
    day: '2024-05-18',
    name: 'saturday_session_from_the_disaster_recovery_site',
    kind: 'short',
    windows: [
      ['09:15', '10:00'],
      ['11:30', '12:30'],
    ],
  },
  { day: '2024-11-01', name: 'diwali_laxmi_pujan_muhurat', kind: 'muhurat', windows: [['18:00', '19:00']] },
  { day: '2025-02-01', name: 'saturday_union_budget_session', kind: 'full', windows: [['09:15', '15:30']] },
  { day: '2025-10-21', name: 'diwali_laxmi_pujan_muhurat', kind: 'muhurat', windows: [['13:45', '14:45']] },
  { day: '2026-02-01', name: 'sunday_union_budget_session', kind: 'full', windows: [['09:15', '15:30']] },
  // The circular named the day and left the hour for later; no text with the hour was at hand.
  { day: '2026-11-08', name: 'diwali_laxmi_pujan_muhurat', kind: 'muhurat', windows: [] },
]
