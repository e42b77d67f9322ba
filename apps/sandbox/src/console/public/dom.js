/**
 * Makes an element: `h('button.small', { onclick }, 'Set')`. Children are nodes, texts, or lists of them; texts are set
 * as text, so mail and message contents can never become markup.
 */
export function h(name, props = {}, ...children) {
  const [tag, ...classes] = name.split('.')
  const element = document.createElement(tag)
  if (classes.length > 0) element.className = classes.join(' ')
  for (const [key, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue
    if (key.startsWith('on')) element.addEventListener(key.slice(2), value)
    else element.setAttribute(key, value === true ? '' : value)
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false))
  return element
}

/** A table in a box that scrolls sideways by itself. `columns`: [title, cell of a row, class of the cell]. */
export function table(columns, rows, empty) {
  if (rows.length === 0) return h('p.soft', {}, empty)
  const cell =
    (row) =>
    ([, content, kind]) =>
      h(kind ? `td.${kind}` : 'td', {}, content(row))
  return h('div.scroll', { tabindex: '0' }, [
    h('table', {}, [
      h(
        'thead',
        {},
        h(
          'tr',
          {},
          columns.map(([title, , kind]) => h(kind === 'num' ? 'th.num' : 'th', {}, title)),
        ),
      ),
      h(
        'tbody',
        {},
        rows.map((row) => h('tr', {}, columns.map(cell(row)))),
      ),
    ]),
  ])
}

const money = new Intl.NumberFormat('en-IN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const rupees = (value) => money.format(value)

/** A number with its sign and colour. */
export function signed(value, suffix = '') {
  const tone = value > 0 ? 'up' : value < 0 ? 'down' : 'soft'
  return h(`span.${tone}`, {}, `${value > 0 ? '+' : ''}${money.format(value)}${suffix}`)
}

export function badge(text, tone) {
  return h(tone ? `span.badge.${tone}` : 'span.badge', {}, text)
}

/** Reports something for three seconds. */
export function toast(text) {
  const box = document.getElementById('toast')
  box.textContent = text
  box.hidden = false
  clearTimeout(toast.timer)
  toast.timer = setTimeout(() => (box.hidden = true), 3000)
}
