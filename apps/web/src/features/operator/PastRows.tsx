import { useLingui } from '@lingui/react/macro'
import type { PastState } from '@strikewise/wire/time-travel.ts'
import { decimalText, priceText, rupeesText, signedDecimalText } from '../../lib/format.ts'
import { wireTime } from '../../lib/ist-format.ts'
import { ServerText } from '../../ui/ServerText.tsx'
import { Table, TableFrame, Td, Th } from '../../ui/Table.tsx'
import { ACTION_NAMES, PHASE_NAMES } from './past-names.ts'

/** Orders of ours, in the state they had. */
export function OrderRows({ orders }: { orders: PastState['orders'] }) {
  const { t } = useLingui()
  return (
    <TableFrame label={t`Orders by then`}>
      <Table cards>
        <thead>
          <tr>
            <Th>{t`Placed`}</Th>
            <Th>{t`Order`}</Th>
            <Th align="end">{t`Price`}</Th>
            <Th align="end">{t`Trigger price`}</Th>
            <Th align="end">{t`Filled`}</Th>
            <Th>{t`Status`}</Th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.order_id} className="last:[&>td]:border-b-0">
              <Td label={t`Placed`}>{wireTime(order.acknowledged_at)}</Td>
              <Td head="start" className="font-medium">
                {order.side} {order.tradingsymbol} {order.kind}
              </Td>
              <Td align="end" label={t`Price`}>
                {rupeesOrDash(order.price)}
              </Td>
              <Td align="end" label={t`Trigger price`}>
                {rupeesOrDash(order.trigger_price)}
              </Td>
              <Td align="end" label={t`Filled`}>
                {order.filled_quantity}/{order.quantity}
                {order.average_price !== null && (
                  <span className="block text-xs text-ink-3">{t`at ${rupeesText(order.average_price)}`}</span>
                )}
              </Td>
              <Td head="end">{t(PHASE_NAMES[order.phase])}</Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}

const rupeesOrDash = (price: number | null) => (price === null ? '–' : rupeesText(price))

/** Decisions that did not become a trade of the user, with the reason the user saw. */
export function RefusalRows({ refusals }: { refusals: PastState['refusals'] }) {
  const { t } = useLingui()
  return (
    <ul aria-label={t`Refused entries by then`} className="divide-y text-sm">
      {refusals.map((one) => (
        <li
          key={`${one.symbol} ${one.decision_id}`}
          className="grid gap-x-3 gap-y-1 px-4 py-2.5 sm:grid-cols-[6rem_11rem_1fr]"
        >
          <span className="text-ink-3">{wireTime(one.at)}</span>
          <span className="font-medium">
            {one.symbol}
            {one.contract !== null && ` ${one.contract.strike} ${one.contract.side}`}
          </span>
          <span>
            <ServerText of={one} />
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What had been decided of each index about its newest minute. */
export function DecisionRows({ decisions }: { decisions: PastState['decisions'] }) {
  const { t } = useLingui()
  return (
    <TableFrame label={t`Newest decisions then`}>
      <Table cards>
        <thead>
          <tr>
            <Th>{t`Index`}</Th>
            <Th>{t`Minute until`}</Th>
            <Th>{t`Decision`}</Th>
            <Th align="end">{t`Score`}</Th>
            <Th align="end">{t`Needed`}</Th>
            <Th align="end">{t`Index value`}</Th>
          </tr>
        </thead>
        <tbody>
          {decisions.map((one) => (
            <tr key={one.symbol} className="last:[&>td]:border-b-0">
              <Td head="start" className="font-medium">
                {one.symbol}
              </Td>
              <Td label={t`Minute until`}>{wireTime(one.minute_end)}</Td>
              <Td head="end">{t(ACTION_NAMES[one.action])}</Td>
              <Td align="end" label={t`Score`}>
                {signedDecimalText(one.score, 2)}
              </Td>
              <Td align="end" label={t`Needed`}>
                {decimalText(one.threshold, 2)}
              </Td>
              <Td align="end" label={t`Index value`}>
                {priceText(one.spot)}
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
    </TableFrame>
  )
}
