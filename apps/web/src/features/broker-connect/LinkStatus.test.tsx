import { i18n } from '@lingui/core'
import { I18nProvider } from '@lingui/react'
import { render, screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { meBody } from '../../testing/response-bodies.ts'
import { LinkStatus } from './LinkStatus.tsx'

const link = meBody().zerodha

it.each([
  ['green', { ...link }, false, 'Connected — token is valid for today (IST).', 'bg-up-soft'],
  ['red', { ...link, token_stale: true }, false, 'Connected, but the token is not valid today (IST).', 'bg-down-soft'],
  [
    'amber',
    { ...link, connected: false },
    true,
    'Your earlier session has expired and was disconnected.',
    'bg-warn-soft',
  ],
  ['plain', { ...link, connected: false }, false, 'Not connected', 'bg-info-soft'],
])('is %s', (_colour, state, letGo, text, ground) => {
  const { container } = render(
    <I18nProvider i18n={i18n}>
      <LinkStatus link={state} letGo={letGo} />
    </I18nProvider>,
  )
  expect(screen.getByText(text)).toBeTruthy()
  expect(container.firstElementChild?.className).toContain(ground)
})
