import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { meBody } from '../../testing/response-bodies.ts'
import { show } from '../../testing/render.tsx'
import { answer } from '../../testing/server.ts'
import { SecondFactorOffer } from './SecondFactorOffer.tsx'

const offer = () => screen.queryByText('Protect the account that trades your money')

it.each([
  ['offers an app to an armed live account without one', true, 'live', false, true],
  ['offers nothing to one that has it', true, 'live', true, false],
  ['offers nothing before live trading is armed', false, 'live', false, false],
  ['offers nothing on paper', true, 'paper', false, false],
] as const)('%s', async (_what, armed, mode, twoFactor, isOffered) => {
  const me = meBody()
  answer('get', '/me', { ...me, zerodha: { ...me.zerodha, mode } })
  answer('get', '/security', { two_factor: twoFactor, password: true, sessions: [] })
  await show(
    <>
      <SecondFactorOffer armed={armed} />
      <p>shown</p>
    </>,
  )
  await screen.findByText('shown')
  if (isOffered) expect(await screen.findByText('Protect the account that trades your money')).toBeTruthy()
  else {
    await new Promise((resolve) => setTimeout(resolve, 50))
    expect(offer()).toBeNull()
  }
})
