import { screen, waitFor, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { configBody } from '../testing/response-bodies.ts'
import { show } from '../testing/render.tsx'
import { answer } from '../testing/server.ts'
import { LandingPage } from './LandingPage.tsx'

const hrefOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')
const partOf = async (title: string) =>
  within((await screen.findByRole('heading', { name: title })).closest('section')!)

it('welcomes by name, leads to plans and demo, and shows what it is and is not', async () => {
  answer('get', '/config', { ...configBody, demo_video_url: 'https://video.example/watch?v=1' })
  await show(<LandingPage />)
  expect(
    await screen.findByRole('heading', {
      level: 1,
      name: 'Welcome to Strikewise',
    }),
  ).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Login' })).toBeTruthy()
  expect(hrefOf('Get Started')).toBe('/plans')
  // The app's own demo until the server has named a film.
  await waitFor(() => expect(hrefOf('Watch Demo')).toBe('https://video.example/watch?v=1'))
  expect(screen.getByRole('link', { name: 'Watch Demo' }).getAttribute('target')).toBe('_blank')
  expect(within(screen.getByRole('region', { name: 'Features' })).getAllByRole('heading')).toHaveLength(6)
  const steps = (await partOf('How it works')).getAllByRole('heading', { level: 3 })
  expect(steps.map((step) => step.textContent)).toEqual([
    'Connect Broker',
    'Live Data Stream',
    'Signal Engine',
    'Trade Execution',
    'Daily Reports',
  ])
  for (const limit of [
    'It cannot predict news-driven spikes',
    'It needs stable internet and broker connectivity',
    'It works best with capital of 10K rupees or more',
    'It does not trade illiquid or sideways sessions',
  ])
    expect(screen.getByText(limit)).toBeTruthy()
  const compared = within(screen.getByRole('region', { name: 'Comparison with traditional platforms' }))
  expect(compared.getAllByRole('columnheader').map((head) => head.textContent)).toEqual([
    'What',
    'Typical platform',
    'Strikewise',
  ])
  expect(compared.getAllByRole('rowheader').map((head) => head.textContent)).toEqual([
    'Reasons',
    'Days without a trade',
    'Track record',
    'Stop-loss',
    'After a loss',
    'Your money',
    'Practice',
  ])
  const strengths = within(screen.getByRole('heading', { name: 'Strengths' }).parentElement!)
  expect(strengths.getAllByRole('listitem')).toHaveLength(4)
})

it('begins with a recorded minute: why nothing was traded, what each agent added, and what would have changed it', async () => {
  answer('get', '/config', configBody)
  await show(<LandingPage />)
  const recorded = within(await screen.findByRole('region', { name: 'No trade' }))
  expect(recorded.getByText('Simulated market')).toBeTruthy()
  expect(recorded.getByText('Score −0.35, needs +0.40 or −0.40.')).toBeTruthy()
  const points = within(recorded.getByRole('list', { name: 'What each agent added to the score' }))
  expect(points.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    'Indicators−0.23',
    'Option chain−0.12',
    'Candles0.00',
    'FII/DII0.00',
    'Spike0.00',
  ])
  for (const flip of ['Indicators at −0.94 instead of −0.78', 'Option chain at −0.55 instead of −0.39'])
    expect(recorded.getByText(flip)).toBeTruthy()
  expect(recorded.getByRole('link', { name: 'Open this minute and recompute it' }).getAttribute('href')).toBe('/demo')
})

it('names what a visitor can check without an account', async () => {
  answer('get', '/config', configBody)
  await show(<LandingPage />)
  const proofs = await partOf('Check it yourself')
  expect(proofs.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/demo', '/record', '/status'])
})
