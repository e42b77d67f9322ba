import { screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { DocsPage } from './DocsPage.tsx'

it('leads from sign-up to the first automated trade, then through the controls, each agent and the words', async () => {
  await show(<DocsPage />)
  await screen.findByRole('heading', { level: 1, name: 'User guide' })
  expect([...document.querySelectorAll('main section')].map((section) => section.id)).toEqual([
    'sign-up',
    'plan',
    'account',
    'morning',
    'settings',
    'first-trade',
    'manual-trade',
    'approve',
    'stop',
    'risk',
    'agents',
    'decision',
    'install',
    'glossary',
  ])
  const termsOf = (id: string) =>
    within(document.getElementById(id)!)
      .getAllByRole('term')
      .map((term) => term.textContent)
  expect(termsOf('agents')).toEqual([
    'Candles',
    'Indicators',
    'Option chain',
    'Range filter',
    'Entry filter',
    'FII/DII',
    'Spike',
  ])
  expect(termsOf('risk')).toEqual(expect.arrayContaining(['Risk of a unit, R', 'Stop']))
  expect(termsOf('glossary')).toEqual(
    expect.arrayContaining([
      'ADX',
      'ATM',
      'ATR',
      'Call (CE), put (PE)',
      'Expectancy',
      'FII, DII',
      'India VIX',
      'Lot',
      'MACD',
      'Max pain',
      'Open interest (OI)',
      'PCR',
      'Premium',
      'RSI',
      'VWAP',
    ]),
  )
})

it('shows how to exit a trade on the dashboard and in the chat', async () => {
  await show(<DocsPage />)
  await screen.findByRole('heading', { level: 1, name: 'User guide' })
  const { textContent: text } = document.getElementById('stop')!
  for (const act of ['‘Exit now’', '‘Pause and exit all’', 'Shift+X', '/exit ', '/exitall']) expect(text).toContain(act)
})
