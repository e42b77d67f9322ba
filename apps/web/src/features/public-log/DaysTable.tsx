import { Trans, useLingui } from '@lingui/react/macro'
import type { PublicLogReply } from '@strikewise/wire/public-log.ts'
import { Download } from 'lucide-react'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { dayAddress, timeStampsAddress } from './log-lines.ts'

/** The days that are over, each with its root and its file. */
export function DaysTable({ days }: { days: PublicLogReply['days'] }) {
  const { t } = useLingui()
  return (
    <Card aria-labelledby="days">
      <CardHeader id="days" title={t`Days`} note={t`newest first`} />
      <TableFrame label={t`Days of the record`}>
        <Table cards>
          <thead>
            <tr>
              <Th>{t`Day`}</Th>
              <Th>{t`File`}</Th>
              <Th align="end">{t({ message: 'Entries', context: 'of the record' })}</Th>
              <Th>{t`First and last`}</Th>
              <Th>{t`Root`}</Th>
              <Th>{t`Time stamp`}</Th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ root: { day, count, first_seq: first, last_seq: last }, hash, time_stamps: stamps }) => (
              <tr key={day} className="last:[&>td]:border-b-0">
                <Td head="start" className="font-medium">
                  {day}
                </Td>
                <Td head="end">
                  <a
                    href={dayAddress(day)}
                    aria-label={t`Download ${day}`}
                    download={`strikewise-record-${day}.jsonl`}
                    className="inline-flex items-center gap-1.5 rounded-sm underline underline-offset-2 hover:text-ink"
                  >
                    <Download aria-hidden="true" className="size-4" />
                    <Trans>Download</Trans>
                  </a>
                </Td>
                <Td align="end" label={t({ message: 'Entries', context: 'of the record' })}>
                  {count.toLocaleString('en-IN')}
                </Td>
                <Td label={t`First and last`} className="text-ink-2">
                  <Trans>
                    {first} to {last}
                  </Trans>
                </Td>
                <Td label={t`Root`}>
                  <span title={hash} className="font-mono text-xs text-ink-2">
                    {hash.slice(0, 16)}…
                  </span>
                </Td>
                <Td label={t`Time stamp`} className="text-ink-2">
                  {stamps === 0 ? (
                    '–'
                  ) : (
                    <a
                      href={timeStampsAddress(day)}
                      aria-label={t`Download the time stamps of ${day}`}
                      download={`strikewise-record-${day}-time-stamps.json`}
                      className="rounded-sm underline underline-offset-2 hover:text-ink"
                    >
                      <Trans>Download</Trans>
                    </a>
                  )}
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </Card>
  )
}
