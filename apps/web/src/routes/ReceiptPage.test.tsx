import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../testing/render.tsx'
import { answer, refuse } from '../testing/server.ts'
import { ProfilePage } from './ProfilePage.tsx'
import { ReceiptPage } from './ReceiptPage.tsx'

const receipt = (change: object = {}) => ({
  number: 'SW/26-27/000007',
  paid_at: '2026-11-20T10:00:00+05:30',
  seller: { name: 'Strikewise Seller', address: 'Bengaluru', gstin: '29ABCDE1234F1Z5', sac: '998314' },
  buyer: { name: 'Asha Rao', email: 'asha@example.com', state: 'Kerala' },
  plan: 'elite',
  billing: 'monthly',
  starts_at: '2026-11-20T10:00:00+05:30',
  plan_expiry: '2026-12-20T10:00:00+05:30',
  price: 4000,
  credit: 500,
  amount: 3500,
  taxable: 2966.1,
  taxes: [{ name: 'IGST', percent: 18, amount: 533.9 }],
  place_of_supply: 'Kerala',
  refund: null,
  provider: 'mock',
  provider_reference: 'mock-1',
  ...change,
})
const page = () => show(<ReceiptPage />, { path: '/receipts/$id', at: '/receipts/p1' })

it('shows parties, term, credit and tax', async () => {
  answer('get', '/payments/p1/receipt', receipt())
  await page()
  expect(await screen.findByText('Tax invoice SW/26-27/000007')).toBeTruthy()
  for (const text of ['GSTIN 29ABCDE1234F1Z5', 'Kerala', '₹4,000.00', '− ₹500.00', '₹2,966.10', '₹533.90', '₹3,500.00'])
    expect(screen.getAllByText(text).length).toBeGreaterThan(0)
})

it('claims to be a tax invoice only with all that one needs', async () => {
  answer(
    'get',
    '/payments/p1/receipt',
    receipt({ seller: { name: 'S', address: 'Bengaluru', gstin: '29ABCDE1234F1Z5', sac: null } }),
  )
  await page()
  expect(await screen.findByText('Receipt SW/26-27/000007')).toBeTruthy()
})

it('shows the credit note of a refund', async () => {
  const refund = {
    number: 'CN/26-27/000001',
    at: '2026-11-22T10:00:00+05:30',
    amount: 1180,
    taxable: 1000,
    taxes: [{ name: 'IGST', percent: 18, amount: 180 }],
    provider_reference: 'rfnd_1',
  }
  answer('get', '/payments/p1/receipt', receipt({ refund }))
  await page()
  expect(await screen.findByText('Credit note CN/26-27/000001')).toBeTruthy()
  for (const text of ['₹1,180.00', '₹1,000.00', '₹180.00', 'rfnd_1']) expect(screen.getByText(text)).toBeTruthy()
})

it('is a plain receipt while the seller is not registered for the tax', async () => {
  answer(
    'get',
    '/payments/p1/receipt',
    receipt({
      seller: { name: 'S', address: '', gstin: null, sac: null },
      taxes: [],
      taxable: 3500,
      place_of_supply: null,
    }),
  )
  await page()
  expect(await screen.findByText('Receipt SW/26-27/000007')).toBeTruthy()
  expect(screen.getByText('Not charged: the seller is not registered')).toBeTruthy()
})

it('shows when it could not be loaded', async () => {
  refuse('get', '/payments/p1/receipt', 500, { message: 'The server failed.' })
  await page()
  expect(await screen.findByText('This receipt could not be loaded.')).toBeTruthy()
})

it('shows that there is none, and where those are that there are', async () => {
  refuse('get', '/payments/p1/receipt', 404, { message: 'There is no such receipt.' })
  await page()
  expect(await screen.findByText('There is no such receipt')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Profile' }).getAttribute('href')).toBe('/profile')
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

it('is reached from the payments in the profile', async () => {
  answer('get', '/payments', {
    payments: [
      {
        payment_id: 'p1',
        receipt_number: 'SW/26-27/000007',
        plan: 'elite',
        billing: 'monthly',
        amount: 3500,
        paid_at: '2026-11-20T10:00:00+05:30',
        plan_expiry: '2026-12-20T10:00:00+05:30',
        refunded: 0,
      },
    ],
  })
  await show(<ProfilePage />)
  const link = await screen.findByRole('link', { name: 'Receipt SW/26-27/000007' })
  expect(link.getAttribute('href')).toBe('/receipts/p1')
  expect(screen.getByText('₹3,500.00')).toBeTruthy()
})
