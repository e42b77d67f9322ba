import { RETENTION } from '@strikewise/domain/legal/retention.ts'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'

/** How long each kind of data is kept: the very rows the clean-up job goes by. */
export function RetentionTable() {
  return (
    <TableFrame label="How long each kind of data is kept" className="rounded-lg border bg-surface">
      <Table className="min-w-160">
        <thead>
          <tr>
            <Th>What</Th>
            <Th>Kept until</Th>
            <Th>Why</Th>
            <Th>On erasure</Th>
          </tr>
        </thead>
        <tbody>
          {Object.values(RETENTION).map(({ what, until, why, onErasure }) => (
            <tr key={what} className="align-top [&>td]:py-2.5 [&>td]:whitespace-normal last:[&>td]:border-b-0">
              <Td className="font-medium">{what}</Td>
              <Td>{until}</Td>
              <Td className="text-ink-2">{why}</Td>
              <Td>{onErasure}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}
