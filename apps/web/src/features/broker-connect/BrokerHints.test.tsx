import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { BrokerHints } from './BrokerHints.tsx'

it.each([
  ['Incorrect api_key or access_token', /made with a different API key/],
  ['Insufficient funds', /needs cash, not collateral/],
  ['Redirect URL mismatch', /redirect URL of the broker app must be fixed/],
])('says what the broker means by %j', async (refusal, meaning) => {
  await show(<BrokerHints redirectUrl={undefined} />)
  const term = await screen.findByText(refusal)
  expect(term.nextElementSibling?.textContent).toMatch(meaning)
})

it('names the address to enter at the broker', async () => {
  await show(<BrokerHints redirectUrl="https://example.com/zerodha-connect" />)
  expect(await screen.findByText('https://example.com/zerodha-connect')).toBeTruthy()
})
