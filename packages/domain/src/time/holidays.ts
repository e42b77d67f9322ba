/**
 * The days on which the exchange had no session, by its holiday list. Plain data: a holiday that the exchange adds
 * at short notice is one more row (see `tradingCalendar`).
 *
 * Sources: NSE/FAOP/71777 (2026) and its later additions, the yearly NSE holiday circulars of 2016 to 2025 (2023:
 * NSE/CMTR/54757, Bakri Id moved by the circular of 27 June 2023). Days are checked against recorded bars or daily data
 * up to August 2026; of September 2016, May 2018 and February to December 2023 none were at hand.
 */

/** Why the exchange has no session on a day; `packages/messages` has each name. */
export type Holiday =
  | 'republic_day'
  | 'mahashivratri'
  | 'holi'
  | 'good_friday'
  | 'dr_ambedkar_jayanti'
  | 'shri_ram_navami'
  | 'shri_mahavir_jayanti'
  | 'id_ul_fitr'
  | 'independence_day'
  | 'ganesh_chaturthi'
  | 'bakri_id'
  | 'dussehra'
  | 'moharram'
  | 'diwali_balipratipada'
  | 'guru_nanak_jayanti'
  | 'good_friday_dr_ambedkar_jayanti'
  | 'maharashtra_day'
  | 'mahatma_gandhi_jayanti'
  | 'christmas'
  | 'general_election_mumbai'
  | 'maharashtra_assembly_election'
  | 'dr_ambedkar_jayanti_shri_mahavir_jayanti'
  | 'special_holiday_ayodhya_consecration'
  | 'mahatma_gandhi_jayanti_dussehra'
  | 'municipal_election_in_maharashtra'
  | 'muharram'
  | 'weekend'
  | 'diwali_laxmi_pujan'

/** A weekday without any session. */
export interface HolidayRow {
  readonly day: string
  readonly name: Holiday
}

/** Years for which the holiday list below is complete. */
export const HOLIDAY_YEARS = { first: 2016, last: 2026 } as const

export const HOLIDAYS: readonly HolidayRow[] = [
  { day: '2016-01-26', name: 'republic_day' },
  { day: '2016-03-07', name: 'mahashivratri' },
  { day: '2016-03-24', name: 'holi' },
  { day: '2016-03-25', name: 'good_friday' },
  { day: '2016-04-14', name: 'dr_ambedkar_jayanti' },
  { day: '2016-04-15', name: 'shri_ram_navami' },
  { day: '2016-04-19', name: 'shri_mahavir_jayanti' },
  { day: '2016-07-06', name: 'id_ul_fitr' },
  { day: '2016-08-15', name: 'independence_day' },
  { day: '2016-09-05', name: 'ganesh_chaturthi' },
  { day: '2016-09-13', name: 'bakri_id' },
  { day: '2016-10-11', name: 'dussehra' },
  { day: '2016-10-12', name: 'moharram' },
  { day: '2016-10-31', name: 'diwali_balipratipada' },
  { day: '2016-11-14', name: 'guru_nanak_jayanti' },
  { day: '2017-01-26', name: 'republic_day' },
  { day: '2017-02-24', name: 'mahashivratri' },
  { day: '2017-03-13', name: 'holi' },
  { day: '2017-04-04', name: 'shri_ram_navami' },
  { day: '2017-04-14', name: 'good_friday_dr_ambedkar_jayanti' },
  { day: '2017-05-01', name: 'maharashtra_day' },
  { day: '2017-06-26', name: 'id_ul_fitr' },
  { day: '2017-08-15', name: 'independence_day' },
  { day: '2017-08-25', name: 'ganesh_chaturthi' },
  { day: '2017-10-02', name: 'mahatma_gandhi_jayanti' },
  { day: '2017-10-20', name: 'diwali_balipratipada' },
  { day: '2017-12-25', name: 'christmas' },
  { day: '2018-01-26', name: 'republic_day' },
  { day: '2018-02-13', name: 'mahashivratri' },
  { day: '2018-03-02', name: 'holi' },
  { day: '2018-03-29', name: 'shri_mahavir_jayanti' },
  { day: '2018-03-30', name: 'good_friday' },
  { day: '2018-05-01', name: 'maharashtra_day' },
  { day: '2018-08-15', name: 'independence_day' },
  { day: '2018-08-22', name: 'bakri_id' },
  { day: '2018-09-13', name: 'ganesh_chaturthi' },
  { day: '2018-09-20', name: 'moharram' },
  { day: '2018-10-02', name: 'mahatma_gandhi_jayanti' },
  { day: '2018-10-18', name: 'dussehra' },
  { day: '2018-11-08', name: 'diwali_balipratipada' },
  { day: '2018-11-23', name: 'guru_nanak_jayanti' },
  { day: '2018-12-25', name: 'christmas' },
  { day: '2019-03-04', name: 'mahashivratri' },
  { day: '2019-03-21', name: 'holi' },
  { day: '2019-04-17', name: 'shri_mahavir_jayanti' },
  { day: '2019-04-19', name: 'good_friday' },
  { day: '2019-04-29', name: 'general_election_mumbai' },
  { day: '2019-05-01', name: 'maharashtra_day' },
  { day: '2019-06-05', name: 'id_ul_fitr' },
  { day: '2019-08-12', name: 'bakri_id' },
  { day: '2019-08-15', name: 'independence_day' },
  { day: '2019-09-02', name: 'ganesh_chaturthi' },
  { day: '2019-09-10', name: 'moharram' },
  { day: '2019-10-02', name: 'mahatma_gandhi_jayanti' },
  { day: '2019-10-08', name: 'dussehra' },
  { day: '2019-10-21', name: 'maharashtra_assembly_election' },
  { day: '2019-10-28', name: 'diwali_balipratipada' },
  { day: '2019-11-12', name: 'guru_nanak_jayanti' },
  { day: '2019-12-25', name: 'christmas' },
  { day: '2020-02-21', name: 'mahashivratri' },
  { day: '2020-03-10', name: 'holi' },
  { day: '2020-04-02', name: 'shri_ram_navami' },
  { day: '2020-04-06', name: 'shri_mahavir_jayanti' },
  { day: '2020-04-10', name: 'good_friday' },
  { day: '2020-04-14', name: 'dr_ambedkar_jayanti' },
  { day: '2020-05-01', name: 'maharashtra_day' },
  { day: '2020-05-25', name: 'id_ul_fitr' },
  { day: '2020-10-02', name: 'mahatma_gandhi_jayanti' },
  { day: '2020-11-16', name: 'diwali_balipratipada' },
  { day: '2020-11-30', name: 'guru_nanak_jayanti' },
  { day: '2020-12-25', name: 'christmas' },
  { day: '2021-01-26', name: 'republic_day' },
  { day: '2021-03-11', name: 'mahashivratri' },
  { day: '2021-03-29', name: 'holi' },
  { day: '2021-04-02', name: 'good_friday' },
  { day: '2021-04-14', name: 'dr_ambedkar_jayanti' },
  { day: '2021-04-21', name: 'shri_ram_navami' },
  { day: '2021-05-13', name: 'id_ul_fitr' },
  { day: '2021-07-21', name: 'bakri_id' },
  { day: '2021-08-19', name: 'moharram' },
  { day: '2021-09-10', name: 'ganesh_chaturthi' },
  { day: '2021-10-15', name: 'dussehra' },
  { day: '2021-11-05', name: 'diwali_balipratipada' },
  { day: '2021-11-19', name: 'guru_nanak_jayanti' },
  { day: '2022-01-26', name: 'republic_day' },
  { day: '2022-03-01', name: 'mahashivratri' },
  { day: '2022-03-18', name: 'holi' },
  { day: '2022-04-14', name: 'dr_ambedkar_jayanti_shri_mahavir_jayanti' },
  { day: '2022-04-15', name: 'good_friday' },
  { day: '2022-05-03', name: 'id_ul_fitr' },
  { day: '2022-08-09', name: 'moharram' },
  { day: '2022-08-15', name: 'independence_day' },
  { day: '2022-08-31', name: 'ganesh_chaturthi' },
  { day: '2022-10-05', name: 'dussehra' },
  { day: '2022-10-26', name: 'diwali_balipratipada' },
  { day: '2022-11-08', name: 'guru_nanak_jayanti' },
  { day: '2023-01-26', name: 'republic_day' },
  { day: '2023-03-07', name: 'holi' },
  { day: '2023-03-30', name: 'shri_ram_navami' },
  { day: '2023-04-04', name: 'shri_mahavir_jayanti' },
  { day: '2023-04-07', name: 'good_friday' },
  { day: '2023-04-14', name: 'dr_ambedkar_jayanti' },
  { day: '2023-05-01', name: 'maharashtra_day' },
  { day: '2023-06-29', name: 'bakri_id' },
  { day: '2023-08-15', name: 'independence_day' },
  { day: '2023-09-19', name: 'ganesh_chaturthi' },
  { day: '2023-10-02', name: 'mahatma_gandhi_jayanti' },
  { day: '2023-10-24', name: 'dussehra' },
  { day: '2023-11-14', name: 'diwali_balipratipada' },
  { day: '2023-11-27', name: 'guru_nanak_jayanti' },
  { day: '2023-12-25', name: 'christmas' },
  { day: '2024-01-22', name: 'special_holiday_ayodhya_consecration' },
  { day: '2024-01-26', name: 'republic_day' },
  { day: '2024-03-08', name: 'mahashivratri' },
  { day: '2024-03-25', name: 'holi' },
  { day: '2024-03-29', name: 'good_friday' },
  { day: '2024-04-11', name: 'id_ul_fitr' },
  { day: '2024-04-17', name: 'shri_ram_navami' },
  { day: '2024-05-01', name: 'maharashtra_day' },
  { day: '2024-05-20', name: 'general_election_mumbai' },
  { day: '2024-06-17', name: 'bakri_id' },
  { day: '2024-07-17', name: 'moharram' },
  { day: '2024-08-15', name: 'independence_day' },
  { day: '2024-10-02', name: 'mahatma_gandhi_jayanti' },
  { day: '2024-11-15', name: 'guru_nanak_jayanti' },
  { day: '2024-11-20', name: 'maharashtra_assembly_election' },
  { day: '2024-12-25', name: 'christmas' },
  { day: '2025-02-26', name: 'mahashivratri' },
  { day: '2025-03-14', name: 'holi' },
  { day: '2025-03-31', name: 'id_ul_fitr' },
  { day: '2025-04-10', name: 'shri_mahavir_jayanti' },
  { day: '2025-04-14', name: 'dr_ambedkar_jayanti' },
  { day: '2025-04-18', name: 'good_friday' },
  { day: '2025-05-01', name: 'maharashtra_day' },
  { day: '2025-08-15', name: 'independence_day' },
  { day: '2025-08-27', name: 'ganesh_chaturthi' },
  { day: '2025-10-02', name: 'mahatma_gandhi_jayanti_dussehra' },
  { day: '2025-10-22', name: 'diwali_balipratipada' },
  { day: '2025-11-05', name: 'guru_nanak_jayanti' },
  { day: '2025-12-25', name: 'christmas' },
  { day: '2026-01-15', name: 'municipal_election_in_maharashtra' },
  { day: '2026-01-26', name: 'republic_day' },
  { day: '2026-03-03', name: 'holi' },
  { day: '2026-03-26', name: 'shri_ram_navami' },
  { day: '2026-03-31', name: 'shri_mahavir_jayanti' },
  { day: '2026-04-03', name: 'good_friday' },
  { day: '2026-04-14', name: 'dr_ambedkar_jayanti' },
  { day: '2026-05-01', name: 'maharashtra_day' },
  { day: '2026-05-28', name: 'bakri_id' },
  { day: '2026-06-26', name: 'muharram' },
  { day: '2026-09-14', name: 'ganesh_chaturthi' },
  { day: '2026-10-02', name: 'mahatma_gandhi_jayanti' },
  { day: '2026-10-20', name: 'dussehra' },
  { day: '2026-11-10', name: 'diwali_balipratipada' },
  { day: '2026-11-24', name: 'guru_nanak_jayanti' },
  { day: '2026-12-25', name: 'christmas' },
]

/** Month-day of holidays fixed by law: all that is known of a year whose list is not published. */
export const FIXED_HOLIDAYS: Readonly<Record<string, Holiday>> = {
  '01-26': 'republic_day',
  '05-01': 'maharashtra_day',
  '08-15': 'independence_day',
  '10-02': 'mahatma_gandhi_jayanti',
  '12-25': 'christmas',
}
