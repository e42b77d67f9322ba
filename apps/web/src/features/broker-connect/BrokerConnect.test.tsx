import { screen, within, waitFor } from '@testing-library/react'
import { describe, expect, it, vi } from 'vitest'
import { activeTrade, meBody } from '../../testing/response-bodies.ts'
import { leftThePage, show, toasted } from '../../testing/render.tsx'
import { answer, hang, refuse } from '../../testing/server.ts'
import { BrokerConnect } from './BrokerConnect.tsx'

const link = meBody().zerodha
const fresh = { ...link, connected: false, api_key_set: false, api_key_last4: null, api_secret_set: false }
const undisclosed = { zerodhaDisclosureAccepted: false, zerodhaDisclosureAcceptedAt: null, terms: 'agreed' as const }
const REDIRECT = 'http://127.0.0.1/?request_token=abc123&status=success'

const page = (me = meBody(), redirected = '') =>
  show(<BrokerConnect me={me} redirected={redirected} />, { path: '/connect-zerodha' })

const connect = () => screen.findByRole('button', { name: 'Connect' })

describe('the disclosure', () => {
  it.each(['Save keys', 'Connect'])('must be accepted before %s', async (button) => {
    const scrolled = vi.spyOn(Element.prototype, 'scrollIntoView')
    const { user } = await page(meBody({ legal: undisclosed, zerodha: fresh }))
    await user.click(await screen.findByRole('button', { name: button }))
    const text = screen.getByText('You must accept the disclosure before continuing.')
    expect(text.parentElement?.className).toContain('bg-down-soft')
    expect(scrolled).toHaveBeenCalled()
  })

  it('is recorded when it is accepted, and a failure to record is only logged', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
    const seen = refuse('post', '/legal/zerodha-disclosure', 500, { message: 'No.' })
    const { user } = await page(meBody({ legal: undisclosed }))
    await user.click(await screen.findByRole('checkbox'))
    await waitFor(() => expect(seen.bodies).toEqual([{ accepted: true }]))
    await waitFor(() => expect(logged).toHaveBeenCalled())
    await user.click(await connect())
    expect(screen.queryByText('You must accept the disclosure before continuing.')).toBeNull()
  })
})

describe('the keys', () => {
  it('are trimmed and saved', async () => {
    const seen = answer('put', '/broker/keys', link)
    const { user } = await page(meBody({ zerodha: fresh }))
    await user.type(await screen.findByLabelText('API Key'), '  key1 ')
    await user.type(screen.getByLabelText('API Secret'), ' secret1 ')
    await user.click(screen.getByRole('button', { name: 'Save keys' }))
    await toasted('API Key and Secret saved.')
    expect(seen.bodies).toEqual([{ api_key: 'key1', api_secret: 'secret1' }])
  })

  it('show when they could not be saved', async () => {
    refuse('put', '/broker/keys', 500, { message: 'No.' })
    const { user } = await page(meBody({ zerodha: fresh }))
    await user.type(await screen.findByLabelText('API Key'), 'key1')
    await user.type(screen.getByLabelText('API Secret'), 'secret1')
    await user.click(screen.getByRole('button', { name: 'Save keys' }))
    expect(await toasted('Failed to save API keys.')).toBeTruthy()
  })

  it('never shows a stored secret, and the last four characters of the key alone', async () => {
    await page()
    expect(await screen.findByText('Saved, ends in x7Qa')).toBeTruthy()
    expect(screen.getByLabelText<HTMLInputElement>('API Secret').value).toBe('')
  })

  it('are needed before the login opens', async () => {
    const { user } = await page(meBody({ zerodha: fresh }))
    await user.click(await screen.findByRole('button', { name: 'Open Zerodha login' }))
    expect(screen.getByText('Enter API Key first.')).toBeTruthy()
  })
})

it("opens the broker's login in a tab that cannot reach back", async () => {
  answer('post', '/broker/login-link', { url: 'http://127.0.0.1:8090/connect/login?v=3&api_key=k' })
  const tab = {
    opener: window as Window | null,
    location: { replace: vi.fn<(url: string) => void>() },
    close: vi.fn<() => void>(),
  }
  // Of the opened tab the page uses these three; jsdom has no other windows.
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  const { user } = await page()
  await user.click(await screen.findByRole('button', { name: 'Open Zerodha login' }))
  await waitFor(() =>
    expect(tab.location.replace).toHaveBeenCalledWith('http://127.0.0.1:8090/connect/login?v=3&api_key=k'),
  )
  expect(tab.opener).toBeNull()
})

it('shows in the tab of the first login where to look, should the page ask who is there', async () => {
  hang('post', '/broker/login-link')
  const body = document.createElement('body')
  // Of the opened tab the page uses these; jsdom has no other windows.
  vi.spyOn(window, 'open').mockReturnValue({ opener: window, document: { body } } as unknown as Window)
  const { user } = await page(meBody({ zerodha: { ...link, broker_user_id: null } }))
  await user.click(await screen.findByRole('button', { name: 'Open Zerodha login' }))
  expect(body.textContent).toMatch(/^Opening Zerodha… If nothing happens, go back to the previous tab\./)
})

describe('the pasted address', () => {
  it('must not be empty', async () => {
    const { user } = await page()
    await user.click(await connect())
    expect(screen.getByText('Please paste the full redirected URL after Zerodha login.')).toBeTruthy()
  })

  it('is hinted at while it has no token, and refused when sent', async () => {
    const { user } = await page()
    await user.type(await screen.findByLabelText('Redirected URL'), 'https://x.example/?a=1')
    expect(screen.getByText('request_token not detected in this URL.')).toBeTruthy()
    await user.click(await connect())
    expect(
      screen.getByText('request_token not found in the pasted URL. Please paste the exact URL you were redirected to.'),
    ).toBeTruthy()
  })

  it('connects and goes to the dashboard', async () => {
    const seen = answer('post', '/zerodha-callback', link)
    const { user, address } = await page()
    await user.type(await screen.findByLabelText('Redirected URL'), REDIRECT)
    await user.click(await connect())
    await leftThePage()
    expect(address()).toBe('/dashboard')
    expect(seen.bodies).toEqual([{ uid: 'u1', request_token: 'abc123', full_url: REDIRECT }])
    expect(await toasted('Access Token saved successfully.')).toBeTruthy()
  })

  it.each([
    [{ message: 'No.', detail: 'Token is invalid or has expired.' }, 'Error: Token is invalid or has expired.'],
    [{ message: 'The broker does not answer.' }, 'Error: The broker does not answer.'],
    [{ message: '' }, 'Error: Unknown error'],
  ])('shows what the server says: %j', async (body, text) => {
    refuse('post', '/zerodha-callback', 400, body)
    const { user } = await page()
    await user.type(await screen.findByLabelText('Redirected URL'), REDIRECT)
    await user.click(await connect())
    expect(await screen.findByText(text)).toBeTruthy()
  })
})

describe('the redirect to this page', () => {
  const sent = [{ uid: 'u1', request_token: 'abc123', full_url: REDIRECT }]

  it('completes the login by itself, once, and goes to the dashboard', async () => {
    const seen = answer('post', '/zerodha-callback', link)
    const { address } = await page(meBody(), REDIRECT)
    await leftThePage()
    expect(address()).toBe('/dashboard')
    expect(seen.bodies).toEqual(sent)
    expect(await toasted('Access Token saved successfully.')).toBeTruthy()
  })

  it('keeps the address to try again when the login could not be completed', async () => {
    refuse('post', '/zerodha-callback', 400, { message: 'No.', detail: 'The broker does not answer.' })
    const { user } = await page(meBody(), REDIRECT)
    expect(await screen.findByText('Error: The broker does not answer.')).toBeTruthy()
    expect(screen.getByDisplayValue(REDIRECT)).toBeTruthy()
    const seen = answer('post', '/zerodha-callback', link)
    await user.click(await connect())
    await leftThePage()
    expect(seen.bodies).toEqual(sent)
  })

  it.each([
    ['the disclosure is not accepted', meBody({ legal: undisclosed })],
    ['the keys are missing', meBody({ zerodha: fresh })],
  ])('waits for a press while %s', async (_what, me) => {
    const seen = answer('post', '/zerodha-callback', link)
    await page(me, REDIRECT)
    expect(await screen.findByText('Filled in from the redirect. Press Connect to finish.')).toBeTruthy()
    expect(document.activeElement).toBe(await connect())
    expect(seen.bodies).toEqual([])
  })

  it('does not let the stale token go meanwhile: that would end the new login', async () => {
    const stale = meBody({ zerodha: { ...link, token_stale: true } })
    const released = answer('post', '/zerodha/disconnect', fresh)
    const seen = answer('post', '/zerodha-callback', link)
    await page(stale, REDIRECT)
    await leftThePage()
    expect([seen.bodies, released.bodies]).toEqual([sent, []])
  })
})

describe('the link', () => {
  it('is green with today’s token', async () => {
    await page()
    expect(await screen.findByText('Connected — token is valid for today (IST).')).toBeTruthy()
  })

  it('is let go by itself, once, when the token is stale', async () => {
    const stale = meBody({ zerodha: { ...link, token_stale: true } })
    const seen = answer('post', '/zerodha/disconnect', fresh)
    await page(stale)
    await waitFor(() => expect(seen.bodies).toEqual([{ user_id: 'u1' }]))
  })

  it('is red while a stale token is still connected, and a failed release is only a warning', async () => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {})
    refuse('post', '/zerodha/disconnect', 500, { message: 'No.' })
    await page(meBody({ zerodha: { ...link, token_stale: true } }))
    expect(await screen.findByText('Connected, but the token is not valid today (IST).')).toBeTruthy()
    await waitFor(() => expect(warned).toHaveBeenCalled())
  })

  it('disconnects on request', async () => {
    answer('get', '/user_active_trades', [])
    answer('post', '/zerodha/disconnect', fresh)
    const { user } = await page()
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }))
    expect(await toasted('Disconnected successfully.')).toBeTruthy()
  })

  it('asks first while a trade is open, shows what happens to it, and can be left as it is', async () => {
    answer('get', '/user_active_trades', [activeTrade()])
    const seen = answer('post', '/zerodha/disconnect', fresh)
    const { user } = await page()
    const press = async () => user.click(await screen.findByRole('button', { name: 'Disconnect' }))
    await press()
    const dialog = await screen.findByRole('dialog', { name: 'Disconnect with an open trade?' })
    expect(dialog.textContent).toContain('stays active at the exchange')
    expect(dialog.textContent).toContain('still work until your login expires')
    await user.click(within(dialog).getByRole('button', { name: 'Stay connected' }))
    expect(seen.bodies).toEqual([])
    await press()
    const again = await screen.findByRole('dialog')
    await user.click(within(again).getByRole('button', { name: 'Disconnect' }))
    await waitFor(() => expect(seen.bodies).toEqual([{ user_id: 'u1' }]))
  })

  it('asks as well when the open trades cannot be read', async () => {
    refuse('get', '/user_active_trades', 500, { message: 'No.' })
    const { user } = await page()
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }))
    expect(await screen.findByRole('dialog', { name: 'Couldn’t load your open trades' })).toBeTruthy()
  })

  it('shows what still happens to an open trade once it was disconnected', async () => {
    await page(meBody({ zerodha: { ...link, connected: false, exits_only: true } }))
    expect(await screen.findByText(/keeps its stop-loss order at the exchange/)).toBeTruthy()
  })

  it('shows why it could not disconnect', async () => {
    answer('get', '/user_active_trades', [])
    refuse('post', '/zerodha/disconnect', 502, { message: 'No.', detail: 'broker is down' })
    const { user } = await page()
    await user.click(await screen.findByRole('button', { name: 'Disconnect' }))
    expect(await toasted('Failed to disconnect: broker is down')).toBeTruthy()
  })
})
