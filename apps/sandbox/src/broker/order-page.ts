import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import { parseOrderForm } from '@strikewise/exchange/orders/order-form.ts'
import type { OrderRequest } from '@strikewise/exchange/order-types.ts'
import { Hono, type Context } from 'hono'
import * as z from 'zod'
import { cardPage } from '../http/html.ts'
import type { Market } from '../market.ts'
import type { LoginDeps } from './login-page.ts'
import { isTotp } from './totp.ts'

/** The app of a platform whose users place orders here. */
const ORDER_PAGE_KEY = 'sandbox-order-page'

const basket = z.array(z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]))).min(1)

/**
 * The broker's order page, `/connect/basket` (https://kite.trade/docs/connect/v3/basket): a form with `api_key` and, as JSON in
 * `data`, the orders. It places nothing until a client of the broker logs in and confirms. Unlike the broker's page, the sandbox's
 * takes one order, lets nothing be changed, and leads nowhere afterwards.
 */
export function orderPage({ accounts, epochMs }: LoginDeps, market: Market): Hono {
  const app = new Hono()
  app.post('/basket', async (c) => {
    const form = await fieldsOf(c)
    const order = orderIn(form)
    return typeof order === 'string' ? refuse(c, order) : c.html(confirmPage(order, form, undefined))
  })
  app.post('/basket/confirm', async (c) => {
    const form = await fieldsOf(c)
    const order = orderIn(form)
    if (typeof order === 'string') return refuse(c, order)
    const user = accounts.byUser((form['user_id'] ?? '').trim().toUpperCase())
    if (
      user === undefined ||
      user.password !== form['password'] ||
      !isTotp(user.totpSecret, form['totp'] ?? '', epochMs())
    )
      return c.html(confirmPage(order, form, 'Invalid user id, password or TOTP.'), 403)
    const outcome = market.exchange.place(user.userId, order, market.catchUp())
    if (!outcome.ok) return c.html(confirmPage(order, form, outcome.refusal.message), 400)
    return c.html(cardPage('Order placed', `<h1>Order placed</h1><p>${escapeHtml(outcome.orderId)}</p>`))
  })
  return app
}

async function fieldsOf(c: Context): Promise<Readonly<Record<string, string>>> {
  const form = await c.req.parseBody()
  return Object.fromEntries(
    Object.entries(form).filter((field): field is [string, string] => typeof field[1] === 'string'),
  )
}

/** The order of a basket, or why there is none. */
function orderIn(form: Readonly<Record<string, string>>): OrderRequest | string {
  if (form['api_key'] !== ORDER_PAGE_KEY) return 'Invalid `api_key`.'
  let orders: z.infer<typeof basket>
  try {
    orders = basket.parse(JSON.parse(form['data'] ?? ''))
  } catch {
    return 'No valid orders found in payload'
  }
  if (orders.length > 1) return 'The sandbox takes one order.'
  const fields = Object.fromEntries(Object.entries(orders[0]!).map(([name, value]) => [name, String(value)]))
  const order = parseOrderForm(fields['variety'] ?? '', fields)
  return order.ok ? order.value : order.refusal.message
}

function refuse(c: Context, problem: string): Response | Promise<Response> {
  return c.html(cardPage('Order', `<h1>Order</h1><p class="error">${escapeHtml(problem)}</p>`), 400)
}

function confirmPage(order: OrderRequest, form: Readonly<Record<string, string>>, problem: string | undefined): string {
  const hidden = ['api_key', 'data'].map(
    (name) => `<input type="hidden" name="${name}" value="${escapeHtml(form[name] ?? '')}">`,
  )
  const { side, quantity, tradingsymbol, orderType, price, product } = order
  return cardPage(
    'Sandbox broker: order',
    `<h1>${side} ${quantity} ${escapeHtml(tradingsymbol)}</h1>
<p>${orderType} at ₹${(price / 100).toFixed(2)}, ${product}. User id, password and TOTP code are shown in the sandbox's <a href="/" target="_blank" rel="noopener">console</a>.</p>
${problem === undefined ? '' : `<p class="error" role="alert">${escapeHtml(problem)}</p>`}
<form method="post" action="/connect/basket/confirm">
${hidden.join('\n')}
<label>User id <input name="user_id" autocomplete="username" required autocapitalize="characters" value="${escapeHtml(form['user_id'] ?? '')}" autofocus></label>
<label>Password <input name="password" type="password" autocomplete="current-password" required></label>
<label>TOTP code <input name="totp" inputmode="numeric" autocomplete="one-time-code" pattern="[0-9]{6}" title="six digits" required></label>
<button type="submit">Place the order</button>
</form>`,
  )
}
