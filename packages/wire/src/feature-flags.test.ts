// @invariant flags-never-hold-exits
import { expect, it } from 'vitest'
import { FEATURE_FLAGS } from './feature-flags.ts'
import type { Route } from './route.ts'
import { ROUTES } from './routes.ts'

const ALL = Object.entries<Route>(ROUTES)
const flagged = ALL.filter(([, route]) => route.flag !== undefined)

it('belongs to exactly the calls that make or use something of an optional feature', () => {
  expect(Object.fromEntries(flagged.map(([name, { flag }]) => [name, flag]))).toEqual({
    addCustomAlert: 'custom_alerts',
    changeCustomAlert: 'custom_alerts',
    addPushDevice: 'browser_notifications',
    testPush: 'browser_notifications',
    createProgramKey: 'program_keys',
    ticketQuote: 'manual_entries',
    sendTicket: 'manual_entries',
    contractHistory: 'contract_history',
    contractHistoryMinutes: 'contract_history',
  })
  expect(new Set(flagged.map(([, { flag }]) => flag))).toEqual(new Set(FEATURE_FLAGS))
})

it('holds no call that exits, pauses, tightens or removes', () => {
  const reducesRisk = ([name, route]: [string, Route]) =>
    route.urgent === true ||
    route.beforeTerms === true ||
    (route.keyScope !== undefined && route.keyScope !== 'read') ||
    /exit|stop|flatten|pause|approval|readiness|report|remove|revoke|withdraw|dismiss|export|erase/i.test(name)
  const without = ALL.filter(reducesRisk)
  const names = without.map(([name]) => name)
  for (const name of ['setStop', 'exitTrade', 'exitAll', 'readiness', 'report', 'answerApproval', 'pauseCustomAlert'])
    expect(names).toContain(name)
  expect(without.filter(([, { flag }]) => flag !== undefined)).toEqual([])
})

it('is only of calls that are made for a signed-in user', () => {
  expect(flagged.filter(([, { auth }]) => auth !== 'user')).toEqual([])
})
