import { act, read } from './api.js'
import { h, rupees, signed } from './dom.js'
import { views } from './views.js'

const byId = (id) => document.getElementById(id)
const PHASES = {
  pre_open: 'pre-open',
  open: 'open',
  closing_auction: 'closing auction',
  closed: 'closed',
  holiday: 'holiday',
}

// The clock: read once a second, moved on by its speed in between.
let clock = { now: 0, speed: 1, running: false, readAt: 0 }

function showTime() {
  const moved = clock.running ? (performance.now() - clock.readAt) * clock.speed : 0
  byId('time').textContent =
    clock.now === 0
      ? '--:--:--'
      : new Date(clock.now + Math.min(moved, 1500 * clock.speed) + 19_800_000).toISOString().slice(11, 19)
}

function clockControls() {
  const speed = h(
    'select',
    {
      'aria-label': 'Speed',
      onchange: (event) => act('POST', '/clock/speed', { speed: Number(event.target.value) }, 'Speed changed.'),
    },
    [1, 2, 5, 10, 30, 60, 120, 300, 600].map((value) => h('option', { value: String(value) }, `×${value}`)),
  )
  speed.id = 'speed'
  byId('clock-controls').append(
    h(
      'button',
      { id: 'pause', onclick: () => act('POST', clock.running ? '/clock/pause' : '/clock/resume', {}, 'Done.') },
      'Pause',
    ),
    speed,
    ...[5, 30, 60].map((minutes) =>
      h(
        'button',
        { onclick: () => act('POST', '/clock/jump', { minutes }, `${minutes} market minutes on.`) },
        `+${minutes} min`,
      ),
    ),
    h('button', { onclick: nextDay }, 'Next day'),
  )
}

function nextDay() {
  const evening = `${new Date(clock.now + 19_800_000).toISOString().slice(0, 10)}T16:00+05:30`
  return act('POST', '/clock/jump', { to: evening }, 'The next trading day.')
}

const minutes = (count) => count * 60_000
/** @type {[title: string, body: object][]} */
const SCENARIOS = [
  ['Trend up', { kind: 'trend', direction: 'up', durationMs: minutes(20) }],
  ['Trend down', { kind: 'trend', direction: 'down', durationMs: minutes(20) }],
  ['Chop', { kind: 'chop', durationMs: minutes(20) }],
  ['Gap +1 %', { kind: 'gap', pct: 1 }],
  ['Gap −1 %', { kind: 'gap', pct: -1 }],
  ['Spike +0.6 %', { kind: 'spike', pct: 0.6 }],
  ['Spike −0.6 %', { kind: 'spike', pct: -0.6 }],
  ['Volatile', { kind: 'volatility', factor: 2, durationMs: minutes(20) }],
  ['Halt 5 min', { kind: 'halt', durationMs: minutes(5) }],
  ['Frozen feed 1 min', { kind: 'freeze_feed', durationMs: minutes(1) }],
  ['Wide spreads', { kind: 'wide_spread', durationMs: minutes(10) }],
  ['Normal', { kind: 'normal' }],
]

async function scenarios() {
  const named = (await read('/scenarios')).filter((one) => one.can_be_played)
  const which = h(
    'select',
    { 'aria-label': 'Named scenario' },
    named.map(({ name, title }) => h('option', { value: name, title }, name)),
  )
  const play = () => act('POST', '/scenarios', { name: which.value }, `${which.value}: from the next moment on.`)
  byId('scenarios').append(
    which,
    h('button', { onclick: play }, 'Play'),
    ...SCENARIOS.map(([title, body]) =>
      h('button', { onclick: () => act('POST', '/scenario', body, `${title}: from the next moment on.`) }, title),
    ),
  )
}

function showMarket({ clock: reading, indices, connections }) {
  clock = { ...reading, readAt: performance.now() }
  byId('day').textContent = reading.day
  byId('phase').textContent = reading.running ? PHASES[reading.phase] : 'paused'
  byId('phase').className = reading.running && reading.phase === 'open' ? 'badge good' : 'badge'
  byId('pause').textContent = reading.running ? 'Pause' : 'Resume'
  const speed = byId('speed')
  if (document.activeElement !== speed) speed.value = String(reading.speed)
  byId('indices').replaceChildren(
    ...indices.map((index) => {
      const change = index.last - index.previous_close
      return h('div.card', {}, [
        h('h2', {}, index.name),
        h('div.big', {}, rupees(index.last)),
        h('div', {}, [signed(change), ' ', signed((change / index.previous_close) * 100, ' %')]),
        h('div.soft', {}, `${rupees(index.low)} to ${rupees(index.high)}`),
      ])
    }),
  )
  byId('connections').textContent =
    connections.length === 0
      ? 'No ticker connection.'
      : `Ticker connections: ${connections.map((one) => `${one.userId} (${one.instruments})`).join(', ')}.`
}

// Tabs. What is typed or opened in a view is never taken away by a refresh.
let current = views.find((view) => `#${view.id}` === location.hash) ?? views[0]
let shownText = ''

function tabs() {
  byId('tabs').replaceChildren(
    ...views.map((view) =>
      h(
        'button',
        {
          role: 'tab',
          'aria-selected': String(view === current),
          onclick: () => {
            current = view
            shownText = ''
            history.replaceState(null, '', `#${view.id}`)
            tabs()
            void refresh()
          },
        },
        view.title,
      ),
    ),
  )
}

async function showView() {
  const view = current
  const data = await view.load()
  const text = JSON.stringify(data)
  const box = byId('view')
  const typing = box.contains(document.activeElement) && /^(INPUT|SELECT)$/.test(document.activeElement.tagName)
  if (view !== current || text === shownText || (typing && shownText !== '')) return
  shownText = text
  const open = new Set([...box.querySelectorAll('details[open]')].map((element) => element.dataset.key))
  box.replaceChildren(...view.render(data).flat())
  for (const element of box.querySelectorAll('details')) if (open.has(element.dataset.key)) element.open = true
}

async function refresh() {
  try {
    const [market] = await Promise.all([read('/market'), showView()])
    showMarket(market)
    byId('offline').hidden = true
  } catch {
    byId('offline').hidden = false
  }
}

clockControls()
void scenarios()
tabs()
void refresh()
setInterval(refresh, 1000)
setInterval(showTime, 100)
