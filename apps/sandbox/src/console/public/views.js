import { accounts, loadAccounts } from './account-view.js'
import { act, read } from './api.js'
import { badge, h, rupees, table, toast } from './dom.js'

/** What each tab shows: `load` gets its data, `render` makes elements of them. */
export const views = [
  { id: 'accounts', title: 'Accounts', load: loadAccounts, render: accounts },
  { id: 'orders', title: 'Orders', load: () => read('/orders'), render: orders },
  { id: 'trades', title: 'Trades', load: () => read('/trades'), render: trades },
  { id: 'mails', title: 'Mails', load: () => read('/mails'), render: mails },
  { id: 'messages', title: 'Messages', load: () => read('/bot/messages'), render: messages },
  { id: 'push', title: 'Push', load: () => read('/push/messages'), render: pushes },
  { id: 'faults', title: 'Faults', load: () => read('/faults'), render: faults },
  { id: 'recording', title: 'Recording', load: () => read('/recording'), render: recording },
]

/** The recorded days that are played. The clock never goes back: an earlier day takes another start. */
function recording({ days, day, damages, missing_frames }) {
  return [
    h('h2', {}, 'Recorded days'),
    table(
      [
        ['Day', (row) => (row.day === day ? h('strong', {}, `${row.day} (now)`) : row.day)],
        ['Feed', (row) => row.source],
        ['MB', (row) => rupees(row.bytes / 1e6), 'num'],
        [
          '',
          (row) =>
            row.day > day &&
            h(
              'button',
              { onclick: () => act('POST', '/clock/jump', { to: `${row.day}T09:14+05:30` }, `On to ${row.day}.`) },
              'Play from 09:14',
            ),
        ],
      ],
      days,
      'No recording is played. Start with --replay and a folder of recorded days.',
    ),
    missing_frames > 0 && h('p', {}, `${missing_frames} frames up to now were not recorded.`),
    ...damages.map(({ segment, block, reason }) => h('p.notice.bad', {}, `${segment}, block ${block}: ${reason}.`)),
  ].filter(Boolean)
}

function statusBadge(status) {
  const tone = status === 'COMPLETE' ? 'good' : status === 'REJECTED' ? 'bad' : undefined
  return badge(status, tone)
}

function orders(all) {
  return [
    h('h2', {}, 'Orders of the day'),
    all.length === 0 ? h('p.soft', {}, 'No order yet today.') : h('div', {}, all.map(order)),
  ]
}

function order(row) {
  const price = row.order_type === 'MARKET' ? 'market' : rupees(row.price)
  const trigger = row.trigger_price > 0 ? `, trigger ${rupees(row.trigger_price)}` : ''
  const steps = h('div')
  const load = async () => {
    const history = await read(`/orders/${row.order_id}`).catch(() => [])
    steps.replaceChildren(
      table(
        [
          ['Status', (step) => step.status],
          ['At', (step) => (step.exchange_update_timestamp ?? step.order_timestamp).slice(11)],
          ['Filled', (step) => `${step.filled_quantity}/${step.quantity}`, 'num'],
          ['Price', (step) => rupees(step.price), 'num'],
          ['Trigger', (step) => rupees(step.trigger_price), 'num'],
          ['Message', (step) => step.status_message ?? '', 'wide'],
        ],
        history,
        'Nothing recorded.',
      ),
    )
  }
  return h('details', { 'data-key': row.order_id, ontoggle: (event) => event.target.open && load() }, [
    h('summary', {}, [
      h('span.num', {}, row.order_timestamp.slice(11)),
      h('strong', {}, row.account_id),
      h('span', { class: row.transaction_type === 'BUY' ? 'up' : 'down' }, row.transaction_type),
      h('span', {}, `${row.quantity} ${row.tradingsymbol}`),
      h('span.soft', {}, `${row.order_type} ${price}${trigger} ${row.validity}`),
      row.filled_quantity > 0 && h('span', {}, `filled ${row.filled_quantity} at ${rupees(row.average_price)}`),
      h('span.push', {}, statusBadge(row.status)),
    ]),
    h(
      'p.soft',
      { style: 'margin-top:8px' },
      `Order ${row.order_id}, tag ${row.tag ?? 'none'}, ${row.product}. ${row.status_message ?? ''}`,
    ),
    !DONE.has(row.status) &&
      h(
        'button.small',
        {
          onclick: () =>
            act('DELETE', `/accounts/${row.account_id}/orders/${row.order_id}`, undefined, 'Cancelled by hand.'),
        },
        'Cancel by hand',
      ),
    steps,
  ])
}

const DONE = new Set(['COMPLETE', 'CANCELLED', 'REJECTED'])

function trades(all) {
  return [
    h('h2', {}, 'Trades of the day'),
    table(
      [
        ['Time', (row) => row.fill_timestamp.slice(11)],
        ['Account', (row) => row.account],
        ['Side', (row) => h('span', { class: row.transaction_type === 'BUY' ? 'up' : 'down' }, row.transaction_type)],
        ['Contract', (row) => row.tradingsymbol],
        ['Quantity', (row) => String(row.quantity), 'num'],
        ['Price', (row) => rupees(row.average_price), 'num'],
        ['Value', (row) => rupees(row.average_price * row.quantity), 'num'],
        ['Order', (row) => row.order_id, 'soft'],
      ],
      all,
      'No trade yet today.',
    ),
  ]
}

function mails(all) {
  return [
    h('div.row', {}, [
      h('h2', {}, 'Mails'),
      all.length > 0 &&
        h('button.small', { onclick: () => act('DELETE', '/mails', undefined, 'Forgotten.') }, 'Forget all'),
    ]),
    all.length === 0
      ? h('p.soft', {}, 'No mail caught yet. Point the product at the SMTP port of the sandbox.')
      : h('div', {}, all.map(mail)),
  ]
}

function mail(one) {
  return h('details', { 'data-key': `mail-${one.id}` }, [
    h('summary', {}, [
      h('strong', {}, one.subject || '(no subject)'),
      h('span.soft', {}, `to ${one.to.join(', ')}`),
      h('span.push.soft', {}, new Date(one.receivedAt).toLocaleTimeString()),
    ]),
    h('p.soft', { style: 'margin-top:8px' }, `From ${one.from}`),
    // Without any right: a mail may show itself, not act.
    one.html === ''
      ? h('pre', {}, one.text)
      : h('iframe', { sandbox: 'allow-popups', srcdoc: `<base target="_blank">${one.html}`, title: one.subject }),
    one.html !== '' && one.text !== '' && h('details', {}, [h('summary', {}, 'Text part'), h('pre', {}, one.text)]),
    one.attachments.map((file) => h('p.soft', {}, `Attached: ${file.name} (${file.type}, ${file.bytes} bytes)`)),
  ])
}

function messages(all) {
  const chat = h('input', { value: '1001', inputmode: 'numeric', 'aria-label': 'Chat id', style: 'width:110px' })
  const text = h('input', { placeholder: '/start', 'aria-label': 'Message', style: 'flex:1;min-width:0' })
  const send = (event) => {
    event.preventDefault()
    void act('POST', '/bot/messages', { chat_id: Number(chat.value), text: text.value || '/start' }, 'Sent.')
    text.value = ''
  }
  return [
    h('h2', {}, 'Chats with the bot'),
    h('form.row', { onsubmit: send }, [chat, text, h('button.main', {}, 'Send to the bot')]),
    all.length === 0
      ? h('p.soft', {}, 'No message yet. A bot can answer only after the first message of a chat.')
      : all.map(bubble),
  ]
}

function bubble(message) {
  const buttons = (message.reply_markup?.inline_keyboard ?? []).flat()
  return h('div', {}, [
    h(
      'p.soft',
      { style: 'font-size:12px' },
      `chat ${message.chat.id}, ${message.from.is_bot ? 'bot' : 'person'}, ${new Date(message.date * 1000).toLocaleTimeString()}${message.edit_date ? ', edited' : ''}`,
    ),
    h(message.from.is_bot ? 'div.bubble' : 'div.bubble.person', {}, message.text),
    buttons.length > 0 &&
      h(
        'div.row',
        { style: 'margin-top:6px' },
        buttons.map((button) =>
          button.callback_data === undefined
            ? h('a', { href: button.url, rel: 'noopener' }, button.text)
            : h(
                'button.small',
                {
                  onclick: () =>
                    act(
                      'POST',
                      '/bot/presses',
                      { chat_id: message.chat.id, message_id: message.message_id, data: button.callback_data },
                      'Pressed.',
                    ),
                },
                button.text,
              ),
        ),
      ),
  ])
}

function pushes(all) {
  return [
    h('div.row', {}, [
      h('h2', {}, 'Push messages'),
      all.length > 0 &&
        h('button.small', { onclick: () => act('DELETE', '/push/messages', undefined, 'Forgotten.') }, 'Forget all'),
    ]),
    table(
      [
        ['Time', (row) => new Date(row.received_at).toLocaleTimeString()],
        ['Browser', (row) => row.subscription, 'soft'],
        ['Urgency', (row) => row.urgency],
        ['Kept for', (row) => `${row.ttl} s`, 'num'],
        ['What its browser reads', (row) => row.text ?? badge('not decrypted', 'bad'), 'wide'],
      ],
      all,
      'No push message yet. POST /sandbox/push/subscriptions makes a browser that takes them.',
    ),
  ]
}

function faults({ kinds, texts, active, exchange, log }) {
  const kind = h(
    'select',
    { 'aria-label': 'Fault' },
    Object.keys(kinds).map((name) => h('option', { value: name }, name)),
  )
  const whose = h('input', { placeholder: 'account (empty: all)', 'aria-label': 'Account', style: 'width:170px' })
  const fields = h('input', {
    placeholder: '{"times": 1}',
    'aria-label': 'More fields as JSON',
    style: 'flex:1;min-width:120px',
  })
  const text = h('p.soft', {}, kinds[kind.value])
  kind.addEventListener('change', () => (text.textContent = kinds[kind.value]))
  const set = (event) => {
    event.preventDefault()
    let more = {}
    try {
      more = JSON.parse(fields.value || '{}')
    } catch {
      toast('The fields are not valid JSON.')
      return
    }
    void act(
      'POST',
      '/faults',
      { kind: kind.value, ...(whose.value ? { account: whose.value.toUpperCase() } : {}), ...more },
      'Fault set.',
    )
  }
  const standing = [
    ...active.map((fault) => [
      `${fault.kind} ${fault.account ?? 'all accounts'}${fault.remaining === null ? '' : `, ${fault.remaining} left`}`,
      () => act('DELETE', `/faults/${fault.id}`, undefined, 'Ended.'),
    ]),
    ...exchange.map(({ accountId, fault }) => [
      `${fault.kind} ${accountId ?? 'all accounts'}${fault.count === undefined ? '' : `, ${fault.count} left`}`,
      undefined,
    ]),
  ]
  return [
    h('h2', {}, 'Faults'),
    h('form.row', { onsubmit: set }, [kind, whose, fields, h('button.main', {}, 'Set')]),
    text,
    h('p.soft', {}, `Messages may be hostile: {"text": "…"} with ${texts.join(', ')}.`),
    h('div.row', {}, [
      h('button', { onclick: () => act('POST', '/ticker/drop', {}, 'Connections cut.') }, 'Drop sockets'),
      h('button', { onclick: () => act('POST', '/tokens/expire', {}, 'Every token killed.') }, 'Expire all tokens'),
      h('button', { onclick: () => act('DELETE', '/faults', undefined, 'All faults ended.') }, 'End all faults'),
    ]),
    standing.length === 0
      ? h('p.soft', {}, 'No fault is on.')
      : standing.map(([name, end]) =>
          h('div.row', {}, [badge(name, 'bad'), end && h('button.small', { onclick: end }, 'End')]),
        ),
    h('h3', {}, 'Log'),
    table(
      [
        ['Market time', (row) => row.at],
        ['What', (row) => row.event],
        ['Fault', (row) => row.kind],
        ['Account', (row) => row.account ?? 'all'],
        ['Detail', (row) => row.detail, 'wide'],
      ],
      log,
      'Nothing has gone wrong on purpose yet.',
    ),
  ]
}
