// The trade list of a report: the only part of the page that needs a script. Reads the packed trades from the page.
const MINUTE = 60_000
const PAGE = 40
const IST = 19_800_000

const clock = (at) => new Date(at + IST).toISOString().slice(11, 16)
const seconds = (at) => new Date(at + IST).toISOString().slice(11, 19)
const points = (paise) => (paise / 100).toLocaleString('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const money = (paise) => `${paise < 0 ? '−' : ''}₹${points(Math.abs(paise))}`
const inR = (r) => `${r < 0 ? '−' : '+'}${Math.abs(r).toFixed(2)} R`
const signed = (value) => `${value < 0 ? '−' : value > 0 ? '+' : ''}${Math.abs(value).toFixed(2)}`
const byName = (a, b) => (a < b ? -1 : 1)
const tone = (value) => (value > 0 ? 'up' : value < 0 ? 'down' : '')
const REASONS = {
  stop: 'stop',
  stop_through: 'stop',
  stop_refused: 'stop',
  target: 'target',
  time: 'time',
  spike: 'spike against',
  score: 'score turned',
  square_off: 'square-off',
  day_cap: 'day’s loss cap',
  profit_lock: 'profit lock',
}
/** An element with text or children; the page never writes markup from data. */
function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  node.append(...children)
  return node
}

function svg(tag, attributes, ...children) {
  const node = document.createElementNS('http://www.w3.org/2000/svg', tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  node.append(...children)
  return node
}

async function unpack(id) {
  const text = document.getElementById(id).textContent
  const bytes = Uint8Array.from(atob(text), (char) => char.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))
  return new Response(stream).json()
}

function row(trade) {
  const summary = el(
    'summary',
    {},
    el('span', {}, `${trade.day} ${clock(trade.enteredAt)}`),
    el('span', {}, `${trade.lots} × ${trade.contract}`),
    el('span', {}, REASONS[trade.exitReason] ?? trade.exitReason),
    el('span', { class: 'n' }, `${Math.max(1, Math.round((trade.exitedAt - trade.enteredAt) / MINUTE))} min`),
    el('span', { class: `n ${tone(trade.net)}` }, money(trade.net)),
    el('span', { class: `n ${tone(trade.r)}` }, inR(trade.r)),
  )
  const details = el('details', { class: 'trade' }, summary)
  details.addEventListener('toggle', () => {
    if (details.open && details.childElementCount === 1) {
      const inside = el('div', { class: 'inside' })
      details.append(inside)
      fill(inside, trade)
    }
  })
  return details
}

function fill(inside, trade) {
  const width = Math.max(280, inside.clientWidth)
  inside.append(
    el(
      'p',
      { class: 'quiet' },
      'Simulated. The index by the minute; stop and target are shown where the index would stand for them at the entry’s delta.',
    ),
    indexChart(trade, width),
    el(
      'p',
      { class: 'quiet' },
      `${trade.contract}, middle of the book each minute (${trade.pricing} prices), with its real stop, target, entry and exit.`,
    ),
    optionChart(trade, width),
    facts(trade),
    el('h3', {}, `What each agent said at ${seconds(trade.decidedAt)}`),
    voices(trade),
  )
}

function scale(values, low, high) {
  const least = Math.min(...values)
  const most = Math.max(...values)
  const pad = (most - least) * 0.06 || 1
  return (value) => high - ((value - least + pad) / (most - least + 2 * pad)) * (high - low)
}

function level(x1, x2, y, colour, text, dash = '') {
  return [
    svg('line', { x1, x2, y1: y, y2: y, stroke: `var(--${colour})`, 'stroke-dasharray': dash }),
    svg('text', { x: x2 + 4, y: y + 4, style: `fill: var(--${colour})` }, text),
  ]
}

/** Moves labels that would overlap apart, top to bottom. */
function apart(nodes) {
  const texts = nodes
    .filter((node) => node.tagName === 'text')
    .sort((a, b) => a.getAttribute('y') - b.getAttribute('y'))
  let last = -Infinity
  for (const text of texts) {
    const y = Math.max(Number(text.getAttribute('y')), last + 12)
    text.setAttribute('y', y)
    last = y
  }
  return nodes
}

function indexChart(trade, width) {
  const { from, prices } = trade.bars
  const count = prices.length / 4
  const right = width - 66
  const height = 230
  const sign = trade.direction === 'up' ? 1 : -1
  const spot = trade.spotAtDecision
  const at = (option) => spot + (sign * (option - trade.entryPrice)) / Math.abs(trade.delta)
  const [stop, target] = [at(trade.firstTrigger), at(trade.target)]
  const known = prices.filter((price) => price > 0)
  // A level far outside the day would flatten it: it is drawn at the edge then.
  const span = Math.max(...known) - Math.min(...known)
  const inView = (value) => value > Math.min(...known) - span && value < Math.max(...known) + span
  const y = scale([...known, spot, ...[stop, target].filter(inView)], 6, height - 22)
  const x = (time) => ((time - from) / MINUTE / count) * right
  const nodes = []
  const wide = Math.max(1, (right / count) * 0.64)
  for (let i = 0; i < count; i += 1) {
    const [open, high, low, close] = prices.slice(4 * i, 4 * i + 4)
    if (open === 0) continue
    const middle = ((i + 0.5) / count) * right
    const colour = close >= open ? 'var(--up-fill)' : 'var(--down-fill)'
    nodes.push(
      svg('line', { x1: middle, x2: middle, y1: y(high), y2: y(low), stroke: colour }),
      svg('rect', {
        x: middle - wide / 2,
        width: wide,
        y: Math.min(y(open), y(close)),
        height: Math.max(1, Math.abs(y(open) - y(close))),
        fill: colour,
      }),
    )
  }
  const start = x(trade.enteredAt)
  const end = Math.max(start + 2, x(trade.exitedAt))
  nodes.unshift(
    svg('rect', { x: start, width: end - start, y: 0, height: height - 18, fill: 'var(--accent)', opacity: 0.08 }),
  )
  const lines = level(start, right, y(spot), 'accent-text', 'entry')
  if (inView(stop)) lines.push(...level(start, right, y(stop), 'down', 'stop', '4 3'))
  if (inView(target)) lines.push(...level(start, right, y(target), 'up', 'target', '4 3'))
  nodes.push(...apart(lines), ...times(from, count, right, height))
  nodes.push(
    svg('text', { x: 0, y: 10 }, points(Math.max(...known))),
    svg('text', { x: 0, y: height - 22 }, points(Math.min(...known))),
  )
  return svg(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, height, role: 'img', 'aria-label': `${trade.symbol} around the trade` },
    ...nodes,
  )
}

function times(from, count, right, height) {
  const every = count > 150 ? 60 : count > 70 ? 30 : 15
  const nodes = []
  for (let i = 0; i <= count; i += 1) {
    const at = from + i * MINUTE
    if (((at + IST) / MINUTE) % every !== 0) continue
    const x = (i / count) * right
    nodes.push(
      svg('line', { x1: x, x2: x, y1: 0, y2: height - 18, stroke: 'var(--line)', 'stroke-width': 0.6 }),
      svg('text', { x, y: height - 4, 'text-anchor': x < 16 ? 'start' : x > right - 16 ? 'end' : 'middle' }, clock(at)),
    )
  }
  return nodes
}

function optionChart(trade, width) {
  const right = width - 66
  const height = 150
  const from = trade.enteredAt
  const to = Math.max(trade.exitedAt, from + MINUTE)
  const first = MINUTE - (from % MINUTE)
  const line = [
    [from, trade.entryPrice],
    ...trade.mids.map((mid, i) => [from + first + i * MINUTE, mid]).filter(([at]) => at < trade.exitedAt),
    [trade.exitedAt, trade.exitPrice],
  ]
  const values = [...line.map(([, price]) => price), trade.firstTrigger, trade.lastTrigger, trade.target]
  const y = scale(values, 6, height - 20)
  const x = (at) => ((at - from) / (to - from)) * right
  const nodes = apart([
    ...level(0, right, y(trade.target), 'up', points(trade.target), '4 3'),
    ...level(0, right, y(trade.entryPrice), 'accent-text', points(trade.entryPrice)),
    ...level(0, right, y(trade.lastTrigger), 'down', points(trade.lastTrigger), '4 3'),
  ])
  nodes.push(
    svg('polyline', {
      points: line.map(([at, price]) => `${x(at).toFixed(1)},${y(price).toFixed(1)}`).join(' '),
      fill: 'none',
      stroke: 'var(--ink-2)',
      'stroke-width': 1.5,
    }),
    svg('circle', { cx: x(trade.enteredAt), cy: y(trade.entryPrice), r: 4, fill: 'var(--accent)' }),
    svg('circle', {
      cx: x(trade.exitedAt),
      cy: y(trade.exitPrice),
      r: 4,
      fill: trade.net > 0 ? 'var(--up-fill)' : 'var(--down-fill)',
    }),
    svg('text', { x: 0, y: height - 2 }, seconds(from)),
    svg('text', { x: right, y: height - 2, 'text-anchor': 'end' }, seconds(trade.exitedAt)),
  )
  return svg(
    'svg',
    { viewBox: `0 0 ${width} ${height}`, height, role: 'img', 'aria-label': `Price of ${trade.contract}` },
    ...nodes,
  )
}

function facts(trade) {
  const list = [
    ['Decided', `${seconds(trade.decidedAt)}, score ${signed(trade.score)}`],
    ['Bought', `${seconds(trade.enteredAt)} at ${points(trade.entryPrice)}`],
    ['Sold', `${seconds(trade.exitedAt)} at ${points(trade.exitPrice)}`],
    ['Left by', REASONS[trade.exitReason] ?? trade.exitReason],
    ['Units', `${trade.lots} × ${trade.quantity / trade.lots} = ${trade.quantity}`],
    ['Risk a unit (R)', points(trade.risk)],
    ['First stop', points(trade.firstTrigger)],
    ['Last stop', points(trade.lastTrigger)],
    ['Target', points(trade.target)],
    ['Best and worst bid', `${points(trade.bestBid)}, ${points(trade.worstBid)}`],
    ['Gross', money(trade.gross)],
    ['Charges', money(trade.charges)],
    ['Slippage within gross', money(trade.slippage)],
    ['Net, simulated', `${money(trade.net)} (${inR(trade.r)})`],
  ]
  if (trade.isRecovery) list.push(['After a stop', 'second attempt at half size'])
  return el(
    'div',
    { class: 'facts' },
    ...list.map(([name, value]) => el('div', {}, el('span', {}, name), el('span', {}, value))),
  )
}

function voices(trade) {
  const titles = JSON.parse(document.getElementById('agent-titles').textContent)
  const withoutVote = JSON.parse(document.getElementById('without-vote').textContent)
  const weights = new Map(trade.contributions.map((voice) => [voice.agent, voice]))
  const cards = trade.words.map(({ agent, bias, signed: score, stale, reasons }) => {
    const vote = weights.get(agent)
    const output = stale ? 'too old to count' : score === 0 ? bias : `${bias} ${signed(score)}`
    const who = el('div', { class: 'who' }, el('span', {}, titles[agent]), el('span', { class: tone(score) }, output))
    const weight =
      vote === undefined
        ? withoutVote[agent]
        : `weight ${vote.weight.toFixed(2)} × ${signed(vote.signed)} = ${signed(vote.weight * vote.signed)}`
    return el(
      'div',
      { class: 'voice' },
      who,
      el('div', { class: 'quiet' }, weight),
      el('ul', {}, ...reasons.map((text) => el('li', {}, text))),
    )
  })
  return el('div', { class: 'voices' }, ...cards)
}

function choose(name, choices, onChange) {
  const select = el('select', { 'aria-label': name }, ...choices.map(([value, text]) => el('option', { value }, text)))
  select.addEventListener('change', onChange)
  return select
}

async function start() {
  const trades = await unpack('trades')
  const list = document.getElementById('trade-list')
  const filters = document.getElementById('trade-filters')
  const more = el('button', { class: 'more-button', type: 'button' })
  let shown = []
  const reasons = [...new Set(trades.map((trade) => trade.exitReason))].sort(byName)
  const symbols = [...new Set(trades.map((trade) => trade.symbol))].sort(byName)
  const refill = () => {
    const [symbol, reason, result, order] = [...filters.querySelectorAll('select')].map((select) => select.value)
    shown = trades.filter(
      (trade) =>
        (symbol === '' || trade.symbol === symbol) &&
        (reason === '' || trade.exitReason === reason) &&
        (result === '' || trade.net > 0 === (result === 'win')),
    )
    if (order === 'newest') shown.reverse()
    if (order === 'best') shown.sort((a, b) => b.r - a.r)
    if (order === 'worst') shown.sort((a, b) => a.r - b.r)
    list.replaceChildren()
    next()
  }
  const next = () => {
    const from = list.childElementCount
    list.append(...shown.slice(from, from + PAGE).map(row))
    const left = shown.length - list.childElementCount
    more.textContent = `Show ${Math.min(PAGE, left)} more of ${left}`
    more.hidden = left === 0
    if (shown.length === 0) list.append(el('p', { class: 'quiet' }, 'No trade fits.'))
  }
  filters.append(
    choose('Index', [['', 'Both indices'], ...symbols.map((symbol) => [symbol, symbol])], refill),
    choose('Exit', [['', 'Every exit'], ...reasons.map((reason) => [reason, REASONS[reason] ?? reason])], refill),
    choose(
      'Result',
      [
        ['', 'Wins and losses'],
        ['win', 'Wins'],
        ['loss', 'Losses'],
      ],
      refill,
    ),
    choose(
      'Order',
      [
        ['oldest', 'Oldest first'],
        ['newest', 'Newest first'],
        ['best', 'Best first'],
        ['worst', 'Worst first'],
      ],
      refill,
    ),
  )
  more.addEventListener('click', next)
  list.after(more)
  refill()
}

await start()
