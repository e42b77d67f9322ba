import type { DayRoot } from '@strikewise/public-log/day-root.ts'

/**
 * The text of a mail that anchors a day: `anchoredRoots` reads it. Its lines are shorter than those that mail programs wrap,
 * so that the mail can be read as it was stored.
 */
export function anchorText({ day, first_seq, last_seq }: DayRoot, hash: string, key: string): string {
  return [
    'Day of the public record, and the SHA-256 of its signed root:',
    '',
    `Day: ${day}`,
    `Root: ${hash}`,
    '',
    `Entries ${first_seq} to ${last_seq}. Signed with the key`,
    key,
    '',
    'Store this mail. An export of the record is compared with it by',
    'npm run verify-record -- <export> --anchor <this mail>',
  ].join('\n')
}
