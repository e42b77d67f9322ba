import { expect, it } from 'vitest'
import { readAlerts } from '../../../../scripts/alert-rules.ts'
import { EVENT_LOOP_BOUND, FIGURE_BOUNDS, LEASE_ALERT, ROLE_ALERT } from './health-bounds.ts'

const exprOf = (alert: string) => readAlerts().find(({ name }) => name === alert)?.expr

it.each(Object.entries(FIGURE_BOUNDS))('the bound of %s is that of its alert', (figure, { alert, gauge, bound }) => {
  const expr = exprOf(alert)
  expect(expr).toContain(`strikewise_${gauge}`)
  if (figure === 'feed_disconnected') expect(expr).toContain('strikewise_session_open) == 1')
  else expect(expr).toMatch(new RegExp(`[<>] ${bound}$`))
})

it('the bound of the event loop is that of its alert', () =>
  expect(exprOf(EVENT_LOOP_BOUND.alert)).toMatch(new RegExp(`> ${EVENT_LOOP_BOUND.ms / 1000}$`)))

it.each([ROLE_ALERT, LEASE_ALERT])('%s is an alert', (alert) => expect(exprOf(alert)).toBeDefined())
