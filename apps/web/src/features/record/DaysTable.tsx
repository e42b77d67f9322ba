import type { RecordReply } from '@strikewise/wire/record.ts'
import { Download } from 'lucide-react'
import { Card, CardHeader } from '../../ui/Card.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { dayAddress } from './record-lines.ts'

/** The days that are over, each with its root and its file. */
export function DaysTable({ days }: { days: RecordReply['days'] }) {
  return (
    <Card aria-labelledby="days">
      <CardHeader id="days" title="Days" note="newest first" />
      <TableFrame label="Days of the record">
        <Table>
          <thead>
            <tr>
              <Th>Day</Th>
              <Th>File</Th>
              <Th align="end">Entries</Th>
              <Th>First and last</Th>
              <Th>Root</Th>
            </tr>
          </thead>
          <tbody>
            {days.map(({ root, hash }) => (
              <tr key={root.day} className="last:[&>td]:border-b-0">
                <Td className="font-medium">{root.day}</Td>
                <Td>
                  <a
                    href={dayAddress(root.day)}
                    aria-label={`Download ${root.day}`}
                    download={`strikewise-record-${root.day}.jsonl`}
                    className="inline-flex items-center gap-1.5 rounded-sm underline underline-offset-2 hover:text-ink"
                  >
                    <Download aria-hidden="true" className="size-4" />
                    Download
                  </a>
                </Td>
                <Td align="end">{root.count.toLocaleString('en-IN')}</Td>
                <Td className="text-ink-2">
                  {root.first_seq} to {root.last_seq}
                </Td>
                <Td>
                  <span title={hash} className="font-mono text-xs text-ink-2">
                    {hash.slice(0, 16)}…
                  </span>
                </Td>
              </tr>
            ))}
          </tbody>
        </Table>
      </TableFrame>
    </Card>
  )
}
