import { act, read } from './api.js'
import { badge, h, rupees, signed, table, toast } from './dom.js'

/** Every account of the broker with its net positions. */
export async function loadAccounts() {
  const [all, positions] = await Promise.all([read('/accounts'), read('/positions')])
  return all.map((account) => ({ ...account, positions: positions.filter((row) => row.account === account.user_id) }))
}

/** The tab of the accounts: credentials, positions and what their owner can do in the broker's own app. */
export function accounts(all) {
  return [h('h2', {}, 'Broker accounts'), h('div', {}, all.map(account))]
}

function account(one) {
  const pnl = one.positions.reduce((sum, row) => sum + row.pnl, 0)
  const open = one.positions.filter((row) => row.quantity !== 0).length
  const path = `/accounts/${one.user_id}`
  const redirect = h('input', {
    value: one.redirect_url,
    'aria-label': `Redirect URL of ${one.user_id}`,
    style: 'flex:1;min-width:0',
  })
  return h('details', { 'data-key': one.user_id }, [
    h('summary', {}, [
      h('strong', {}, one.user_id),
      one.token_until === null ? badge('not logged in') : badge('logged in', 'good'),
      one.plan === 'personal' && badge('personal plan'),
      open > 0 && badge(`${open} open`, 'good'),
      h('span.push.num', {}, `₹${rupees(one.cash)} cash`),
      one.positions.length > 0 && h('span.num', {}, signed(pnl)),
    ]),
    h('dl', {}, [
      copied('User id', one.user_id),
      copied('Password', one.password),
      copied('TOTP now', one.totp),
      copied('TOTP secret', one.totp_secret),
      copied('API key', one.api_key),
      copied('API secret', one.api_secret),
      copied('Token until', one.token_until ?? 'no token'),
      copied('Order addresses', one.allowed_ips === null ? 'any' : one.allowed_ips.join(', ') || 'none'),
    ]),
    table(
      [
        ['Contract', (row) => `${row.tradingsymbol} ${row.product}`],
        ['Quantity', (row) => String(row.quantity), 'num'],
        ['Average', (row) => rupees(row.average_price), 'num'],
        ['Last', (row) => rupees(row.last_price), 'num'],
        ['P&L', (row) => signed(row.pnl), 'num'],
        ['By hand', (row) => tradeManually(path, row)],
      ],
      one.positions,
      'No positions today.',
    ),
    h(
      'form.row',
      {
        style: 'margin-top:10px',
        onsubmit: (event) => {
          event.preventDefault()
          void act('PUT', path, { redirect_url: redirect.value }, 'Redirect URL changed.')
        },
      },
      [redirect, h('button', {}, 'Set redirect URL')],
    ),
    h('div.row', { style: 'margin-top:8px' }, [
      h(
        'button',
        { onclick: () => act('POST', `${path}/cash`, { amount: 100000 }, '₹1,00,000 paid in.') },
        'Pay in ₹1,00,000',
      ),
      h(
        'button',
        {
          onclick: () =>
            act('POST', '/faults', { kind: 'square_off', account: one.user_id }, 'The broker squares off.'),
        },
        'Square off by broker',
      ),
      h(
        'button',
        { onclick: () => act('POST', '/tokens/expire', { account: one.user_id }, 'Token killed.') },
        'Expire token',
      ),
      h(
        'button',
        { onclick: () => act('PUT', path, { plan: one.plan === 'connect' ? 'personal' : 'connect' }, 'Plan changed.') },
        one.plan === 'connect' ? 'Make Personal plan' : 'Make Connect plan',
      ),
    ]),
  ])
}

/** What the owner may do with a position in the broker's own app: sell (or buy) it back, or convert it. */
function tradeManually(path, row) {
  if (row.quantity === 0) return ''
  const { tradingsymbol, product } = row
  const order = {
    tradingsymbol,
    product,
    transaction_type: row.quantity > 0 ? 'SELL' : 'BUY',
    quantity: Math.abs(row.quantity),
  }
  const to = product === 'MIS' ? 'NRML' : 'MIS'
  return h('span.row', {}, [
    h(
      'button.small',
      { onclick: () => act('POST', `${path}/orders`, order, 'Sent by hand.') },
      row.quantity > 0 ? 'Sell' : 'Buy back',
    ),
    h(
      'button.small',
      {
        onclick: () => act('POST', `${path}/convert`, { tradingsymbol, from: product, to, force: true }, 'Converted.'),
      },
      `To ${to}`,
    ),
  ])
}

function copied(title, value) {
  return [
    h('dt', {}, title),
    h(
      'dd',
      {},
      h(
        'button.small',
        {
          title: 'Copy',
          style: 'font-family:inherit;text-align:left',
          onclick: () => navigator.clipboard.writeText(value).then(() => toast(`${title} copied.`)),
        },
        value,
      ),
    ),
  ]
}
