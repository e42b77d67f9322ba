import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../testing/render.tsx'
import { answer, refuse } from '../testing/server.ts'
import { ProfilePage } from './ProfilePage.tsx'
import { ReceiptPage } from './ReceiptPage.tsx'

const receipt = (change: object = {}) => ({
  number: 'SW/26-27/000007',
  paid_at: '2026-11-20T10:00:00+05:30',
  seller: { name: 'Strikewise Seller', address: 'Bengaluru', gstin: '29ABCDE1234F1Z5' },
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
    expect(screen.getByText(text)).toBeTruthy()
})

it('is a plain receipt while the seller is not registered for the tax', async () => {
  answer(
    'get',
    '/payments/p1/receipt',
    receipt({ seller: { name: 'S', address: '', gstin: null }, taxes: [], taxable: 3500 }),
  )
  await page()
  expect(await screen.findByText('Receipt SW/26-27/000007')).toBeTruthy()
  expect(screen.getByText('Not charged: the seller is not registered')).toBeTruthy()
})

it('says when it could not be loaded', async () => {
  refuse('get', '/payments/p1/receipt', 404, { message: 'There is no such receipt.' })
  await page()
  expect(await screen.findByText('This receipt could not be loaded.')).toBeTruthy()
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
      },
    ],
  })
  await show(<ProfilePage />)
  const link = await screen.findByRole('link', { name: 'Receipt SW/26-27/000007' })
  expect(link.getAttribute('href')).toBe('/receipts/p1')
  expect(screen.getByText('₹3,500.00')).toBeTruthy()
})
