import { Trans, useLingui } from '@lingui/react/macro'
import type { TicketQuote } from '@strikewise/wire/entry-tickets.ts'
import { Copy, ExternalLink } from 'lucide-react'
import { portal } from '../../lib/broker.ts'
import { rupeesText } from '../../lib/format.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { toast } from '../../ui/toasts.tsx'

/** For users whose orders cannot be sent to the broker from here: its own page with the order filled in, and the order as text. */
export function BrokerOrder({ quote }: { quote: TicketQuote }) {
  const { t } = useLingui()
  const { mode, can_send, delay_seconds, order_page, quantity, limit_price, stop_price, target_price } = quote
  if (mode === 'live' || !can_send || delay_seconds > 0 || limit_price === null || stop_price === null) return null
  const { tradingsymbol } = quote.contract
  const [limit, stop] = [rupeesText(limit_price), rupeesText(stop_price)]
  const target = target_price === null ? '—' : rupeesText(target_price)
  const order = t`Buy ${quantity} ${tradingsymbol}, limit ${limit}, stop-loss ${stop}, target ${target}`
  return (
    <section aria-label={t`Trade it at your broker`} className="mt-3 border-t pt-3 text-sm">
      <p>
        <Trans>
          An order that you place in {portal} is yours to manage: we place no stop-loss for it and do not exit it.
        </Trans>
      </p>
      <div className="mt-2 flex flex-wrap gap-2">
        {order_page !== null && (
          // A form, as the broker takes the order by POST from the browser alone.
          <form method="post" action={order_page.url} target="_blank" rel="noopener">
            {Object.entries(order_page.fields).map(([name, value]) => (
              <input key={name} type="hidden" name={name} value={value} />
            ))}
            <button type="submit" className={buttonClass('secondary', 'sm')}>
              <ExternalLink aria-hidden="true" />
              <Trans>Open in {portal}</Trans>
            </button>
          </form>
        )}
        <Button
          tone="secondary"
          size="sm"
          onClick={() => {
            navigator.clipboard.writeText(order).then(
              () => toast.success(t`Order copied.`),
              () => toast.error(t`Not copied. The order: ${order}`),
            )
          }}
        >
          <Copy aria-hidden="true" />
          <Trans>Copy order</Trans>
        </Button>
      </div>
    </section>
  )
}
