import { COMPARISON, type ComparisonCell } from '@strikewise/plans/comparison.ts'
import { act, screen, waitFor, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { termsTicked } from '../features/plans/terms-tick.ts'
import { restoreLanguage, setLanguage } from '../lib/language.ts'
import { planText } from '../messages/plans.ts'
import { session } from '../lib/session.ts'
import { FUTURE } from '../testing/response-bodies.ts'
import { leftThePage, show, toasted } from '../testing/render.tsx'
import { answer, refuse, server } from '../testing/server.ts'
import { PaidPlanPage } from './PaidPlanPage.tsx'
import { PaymentPage } from './PaymentPage.tsx'
import { PlansPage } from './PlansPage.tsx'
import { StarterPlanPage } from './StarterPlanPage.tsx'

const paid = {
  payment_id: 'p1',
  status: 'confirmed',
  plan: 'elite',
  billing: 'quarterly',
  amount: 11500,
  starts_at: '2026-11-20T10:42:00+05:30',
  plan_expiry: FUTURE,
  receipt_number: 'SW/26-27/000001',
}

describe('plans', () => {
  it('shows four cards at the chosen period', async () => {
    const { user } = await show(<PlansPage />)
    expect(await screen.findByText('Early bird offer')).toBeTruthy()
    const elite = within(screen.getByRole('region', { name: 'Elite plan' }))
    expect(elite.getByText('₹4,000')).toBeTruthy()
    await user.click(screen.getByRole('radio', { name: 'Yearly' }))
    expect(elite.getByText('₹44,000')).toBeTruthy()
    expect(elite.getByRole('link').getAttribute('href')).toBe('/subscribe/elite?billing=yearly')
    const starter = within(screen.getByRole('region', { name: 'Starter plan' }))
    expect(starter.getByRole('link').getAttribute('href')).toBe('/dashboard')
  })

  it.each([
    ['Monthly', ['₹0', '₹2,000', '₹4,000', '₹7,000']],
    ['Quarterly', ['₹0', '₹5,500', '₹11,500', '₹20,000']],
    ['Yearly', ['₹0', '₹21,000', '₹44,000', '₹78,000']],
  ])('prices them for a %s bill', async (period, prices) => {
    const { user } = await show(<PlansPage />)
    await user.click(await screen.findByRole('radio', { name: period }))
    for (const [i, plan] of ['Starter', 'Pro', 'Elite', 'Master'].entries())
      expect(within(screen.getByRole('region', { name: `${plan} plan` })).getByText(prices[i]!)).toBeTruthy()
  })

  it('compares them line by line, a tick and a dash also as text', async () => {
    await show(<PlansPage />)
    const table = within(await screen.findByRole('region', { name: 'Feature comparison' }))
    const [head, ...rows] = table.getAllByRole('row').map((row) => [...row.children].map((cell) => cell.textContent))
    expect(head).toEqual(['Feature', 'Starter', 'Pro', 'Elite', 'Master'])
    const words = (cell: ComparisonCell | boolean) => (cell === true ? 'yes' : cell === false ? 'no' : planText(cell))
    expect(rows).toEqual(
      COMPARISON.map(({ feature, cells }) => [planText(feature), ...Object.values(cells).map(words)]),
    )
    expect(rows).toContainEqual(['Support', 'Community', 'Email', 'Priority', 'Premium plus Live Chat'])
  })

  it('shows everything of them in Hindi too', async () => {
    await restoreLanguage(['shell', 'account'])
    await show(<PlansPage />)
    const elite = within(await screen.findByRole('region', { name: 'Elite plan' }))
    await act(() => setLanguage('hi'))
    expect(elite.getByText('Pro की हर सुविधा, साथ में:')).toBeTruthy()
    expect(elite.getByText('केवल Nifty के लिए ऑटो एग्ज़ीक्यूशन')).toBeTruthy()
    const shown = screen.getByRole('table').textContent + elite.getByRole('list').textContent
    for (const text of ['Signal', 'second', 'Unlimited', 'Nifty and', 'Premium', 'trade'])
      expect(shown).not.toContain(text)
    expect(screen.getByText('प्रीमियम और लाइव चैट')).toBeTruthy()
    await act(() => setLanguage('en'))
  })
})

describe('a plan page', () => {
  const page = (at: string) => show(<PaidPlanPage />, { path: '/subscribe/$plan', at })

  it.each([
    ['pro', 'Subscribe Pro', '₹2,000'],
    ['elite', 'Activate Elite Plan', '₹4,000'],
    ['master', 'Go Master Now', '₹7,000'],
  ])('%s needs the terms before it goes on', async (plan, action, price) => {
    const { user, address } = await page(`/subscribe/${plan}`)
    const button = await screen.findByRole<HTMLButtonElement>('button', { name: action })
    expect(button.disabled).toBe(true)
    expect(screen.getByText(price)).toBeTruthy()
    await user.click(screen.getByRole('checkbox'))
    await user.click(button)
    await leftThePage()
    expect(address()).toBe(`/payment/${plan}?billing=monthly`)
  })

  it('carries the billing of the query', async () => {
    await page('/subscribe/master?billing=quarterly')
    expect(await screen.findByText('₹20,000')).toBeTruthy()
    expect(screen.getByText(/generated before 9:00 AM each morning/)).toBeTruthy()
  })

  it('cannot be bought at an unknown billing', async () => {
    const { user } = await page('/subscribe/pro?billing=weekly')
    await user.click(await screen.findByRole('checkbox'))
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Subscribe Pro' }).disabled).toBe(true)
    expect(screen.getByText(/^There is no billing period ‘weekly’/)).toBeTruthy()
  })

  it.each([
    ['pro', 0],
    ['elite', 1],
    ['master', 1],
  ])('of %s says for whom it is and what each morning takes, where the plan trades', async (plan, expected) => {
    await page(`/subscribe/${plan}`)
    await screen.findByRole('checkbox')
    const note = 'For broker account holders only. The access token must be generated before 9:00 AM each morning.'
    expect(screen.queryAllByText(note)).toHaveLength(expected)
  })

  it('does not exist for another plan', async () => {
    await page('/subscribe/gold')
    expect(await screen.findByText('This page does not exist')).toBeTruthy()
  })

  it('is free for starter', async () => {
    await show(<StarterPlanPage />)
    const start = await screen.findByRole('link', { name: 'Start Free Now' })
    expect(start.getAttribute('href')).toBe('/dashboard')
    // The dashboard would lead a newcomer to the login.
    session.set({ status: 'out' })
    await expect.poll(() => start.getAttribute('href')).toBe('/signup')
    expect(screen.getByText('₹0')).toBeTruthy()
    expect(screen.queryByRole('checkbox')).toBeNull()
  })
})

const quote = (change: object) => ({
  kind: 'new',
  price: 7000,
  credit: 0,
  due: 7000,
  starts_at: '2026-11-20T10:00:00+05:30',
  plan_expiry: '2026-12-20T10:00:00+05:30',
  ...change,
})

describe('payment', () => {
  beforeEach(() => {
    answer('get', '/payments/quote', quote({}))
    termsTicked.set(true)
  })

  it('asks for the terms where they were not ticked on the plan’s page, and shows when money comes back', async () => {
    termsTicked.set(false)
    const { user } = await page('/payment/elite?billing=quarterly')
    const pay = await screen.findByRole<HTMLButtonElement>('button', { name: 'Pay Now' })
    expect(pay.disabled).toBe(true)
    await user.click(screen.getByRole('checkbox', { name: /^I agree to the terms and the privacy policy/ }))
    expect(pay.disabled).toBe(false)
    expect(screen.getByText(/^Full refund within 7 days;/)).toBeTruthy()
  })

  const page = (at: string) => show(<PaymentPage />, { path: '/payment/$plan', at })
  const signIn = () => session.set({ status: 'in', user: { id: 'u1', name: '', email: '', language: 'en' } })

  it.each(['/payment/elite?billing=weekly', '/payment/gold?billing=monthly', '/payment/starter'])(
    'refuses %s',
    async (at) => {
      await page(at)
      expect(await screen.findByText(/Invalid plan or billing type selected\./)).toBeTruthy()
    },
  )

  it('pays once, remembers what was bought and goes to the dashboard', async () => {
    signIn()
    const seen = answer('post', '/payments', paid)
    const { user, address } = await page('/payment/elite?billing=quarterly')
    expect(await screen.findByText('Subscribe to Elite Plan')).toBeTruthy()
    expect(screen.getByText('Quarterly')).toBeTruthy()
    expect(await screen.findByText(/mock payment gateway for testing/)).toBeTruthy()
    await user.click(screen.getByRole('button', { name: 'Pay Now' }))
    expect(await screen.findByRole('button', { name: 'Processing...' })).toBeTruthy()
    await screen.findByTestId('elsewhere')
    expect(address()).toBe('/dashboard?success=true')
    expect(seen.bodies).toEqual([{ plan: 'elite', billing: 'quarterly', terms: true }])
    expect(JSON.parse(localStorage.getItem('subscription')!)).toEqual({
      plan: 'elite',
      billing: 'quarterly',
      amount: '₹11,500',
      expiryDate: FUTURE,
    })
  })

  it('shows the credit for unused days, what is due and from when it runs', async () => {
    signIn()
    answer('get', '/payments/quote', quote({ kind: 'upgrade', credit: 2000, due: 5000 }))
    await page('/payment/master?billing=monthly')
    expect(await screen.findByText('− ₹2,000.00')).toBeTruthy()
    expect(screen.getByText('₹5,000.00')).toBeTruthy()
    expect(screen.getByText(/20 Nov 2026 to 20 Dec 2026/)).toBeTruthy()
  })

  it('shows when a smaller plan begins', async () => {
    signIn()
    answer('get', '/payments/quote', quote({ kind: 'downgrade' }))
    await page('/payment/pro?billing=monthly')
    expect(await screen.findByText('It starts when your current plan ends.')).toBeTruthy()
    expect(screen.queryByText('Credit for unused days')).toBeNull()
  })

  it('sends the state where one was chosen', async () => {
    signIn()
    const seen = answer('post', '/payments', paid)
    const { user } = await page('/payment/elite?billing=quarterly')
    await user.selectOptions(await screen.findByLabelText(/^State/), 'Kerala')
    await user.click(screen.getByRole('button', { name: 'Pay Now' }))
    await screen.findByRole('button', { name: 'Processing...' })
    await waitFor(() =>
      expect(seen.bodies).toEqual([{ plan: 'elite', billing: 'quarterly', terms: true, state: '32' }]),
    )
  })

  it.each([
    ['the server refuses', signIn],
    ['no user is signed in', () => session.set({ status: 'out' })],
  ])('returns to idle with an alert when %s', async (_when, before) => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    before()
    refuse('post', '/payments', 502, { message: 'No.' })
    const { user } = await page('/payment/pro?billing=monthly')
    await user.click(await screen.findByRole('button', { name: 'Pay Now' }))
    await toasted('Payment failed. Please try again.')
    expect(screen.getByRole('button', { name: 'Pay Now' })).toBeTruthy()
  })

  const checkout = (status: string, expiry: string | null = null) => ({
    status,
    plan: 'elite',
    billing: 'quarterly',
    amount: 11500,
    payment_id: expiry === null ? null : 'p1',
    plan_expiry: expiry,
  })

  it('waits for the server when its buyer comes back from the page of the provider', async () => {
    signIn()
    let requests = 0
    server.use(
      http.get('/api/checkouts/c1', () => {
        requests += 1
        return HttpResponse.json(requests === 1 ? checkout('open') : checkout('paid', FUTURE))
      }),
    )
    const { address } = await page('/payment/elite?billing=quarterly&checkout=c1&razorpay_payment_link_status=paid')
    expect(await screen.findByText(/Waiting for the payment service/)).toBeTruthy()
    await screen.findByTestId('elsewhere', {}, { timeout: 10_000 })
    expect(address()).toBe('/dashboard?success=true')
    expect(localStorage.getItem('subscription')).toContain(FUTURE)
  })

  it('shows that money came which does not fit, and waits', async () => {
    signIn()
    answer('get', '/checkouts/c1', checkout('disputed'))
    await page('/payment/elite?billing=quarterly&checkout=c1')
    expect(await screen.findByText(/^We received a payment that doesn’t match this order/)).toBeTruthy()
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Processing...' }).disabled).toBe(true)
  })

  it('asks a signed-out user to log in first', async () => {
    session.set({ status: 'out' })
    await page('/payment/pro?billing=monthly')
    expect((await screen.findByRole('link', { name: 'Log in' })).getAttribute('href')).toBe(
      '/login?plan=pro&billing=monthly',
    )
  })

  it('returns to idle when the checkout ran out', async () => {
    vi.spyOn(console, 'error').mockImplementation(() => {})
    signIn()
    answer('get', '/checkouts/c1', checkout('void'))
    await page('/payment/elite?billing=quarterly&checkout=c1')
    await toasted('Payment failed. Please try again.')
    expect(screen.getByRole('button', { name: 'Pay Now' })).toBeTruthy()
  })
})
