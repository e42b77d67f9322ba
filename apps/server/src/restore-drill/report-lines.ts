import type { AccountReport } from './drill.ts'

/** What a drill found, as lines for a terminal or a file. Accounts without a difference are only counted. */
export function reportLines(reports: readonly AccountReport[]): readonly string[] {
  const differing = reports.filter(({ differences }) => differences.length > 0)
  const unread = reports.filter(({ broker }) => broker === 'unreadable')
  const of = (broker: AccountReport['broker']) => reports.filter((one) => one.broker === broker).length
  const later = (name: keyof AccountReport['later']) => reports.reduce((sum, one) => sum + one.later[name], 0)
  return [
    ...differing.flatMap(({ account, differences }) => [`${account}:`, ...differences.map((text) => `  ${text}`)]),
    ...unread.map(({ account }) => `${account}: the broker's books could not be read.`),
    `${reports.length} accounts compared with the journal, ${of('compared')} with the broker's books.`,
    ...(of('no_login') > 0 ? [`${of('no_login')} accounts have no login at the broker.`] : []),
    ...(of('another_day') > 0 ? ["The broker's books are of today alone, and the instant is of another day."] : []),
    `After the instant: ${later('journalRows')} rows of the journal, ${later('orders')} orders and ${later('fills')} fills at the broker.`,
    differing.length === 0
      ? 'No difference.'
      : `${differing.reduce((sum, one) => sum + one.differences.length, 0)} differences in ${differing.length} accounts.`,
  ]
}

/** 0: no difference. 1: a difference. 3: none was found, but the broker's books of an account could not be read. */
export function exitCodeOf(reports: readonly AccountReport[]): 0 | 1 | 3 {
  if (reports.some(({ differences }) => differences.length > 0)) return 1
  return reports.some(({ broker }) => broker === 'unreadable') ? 3 : 0
}
