import type { ApprovalRequest } from '@strikewise/wire/operator-approvals.ts'
import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show, toasted } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { ApprovalsSection } from './ApprovalsSection.tsx'

const REFUND: ApprovalRequest = {
  id: 'a1',
  user_id: 'u9',
  email: 'ravi@example.com',
  change: { kind: 'refund', payment_id: 'p1', basis: 'full', amount: 8000, reason: 'asked by mail' },
  asked_by: 'first@example.com',
  asked_at: '2026-11-20T10:00:00+05:30',
  expires_at: '2026-11-21T10:00:00+05:30',
  own: false,
  state: 'open',
  decided: null,
}
const EGRESS: ApprovalRequest['change'] = {
  kind: 'egress_address',
  address: '203.0.113.7',
  present: null,
  same_family: true,
}
const listed = (change: Partial<ApprovalRequest> = {}) =>
  answer('get', '/operator/approvals', { requests: [{ ...REFUND, ...change }] })

it.each([
  ['Approve', 'approve'],
  ['Reject', 'reject'],
] as const)('%s decides what another operator asked for', async (button, decision) => {
  listed()
  const sent = answer('post', '/operator/approvals/a1/decision', { ...REFUND, state: 'approved' })
  const { user } = await show(<ApprovalsSection />)
  expect(await screen.findByText(/^Refund of ₹8,000(\.00)?, the whole payment\. Reason: asked by mail$/)).toBeTruthy()
  expect(screen.getByText(/^Account ravi@example\.com\. Requested by first@example\.com at/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: button }))
  await expect.poll(() => sent.bodies).toEqual([{ decision }])
})

it('shows why a decision was refused', async () => {
  listed()
  refuse('post', '/operator/approvals/a1/decision', 409, { message: 'This request has already been decided.' })
  const { user } = await show(<ApprovalsSection />)
  await user.click(await screen.findByRole('button', { name: 'Approve' }))
  await toasted('This request has already been decided.')
})

it('offers who asked to withdraw, and not to approve', async () => {
  listed({ own: true, change: EGRESS })
  const sent = answer('post', '/operator/approvals/a1/decision', { ...REFUND, state: 'withdrawn' })
  const { user } = await show(<ApprovalsSection />)
  expect(await screen.findByText(/^Address of orders: 203\.0\.113\.7\. Present address: none\./)).toBeTruthy()
  expect(screen.getByText(/Shared within one family\.$/)).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Withdraw' }))
  await expect.poll(() => sent.bodies).toEqual([{ decision: 'reject' }])
})

it.each<[ApprovalRequest['state'], RegExp]>([
  ['approved', /^Approved by second@example\.com at/],
  ['rejected', /^Rejected by second@example\.com at/],
  ['withdrawn', /^Withdrawn by second@example\.com at/],
])('shows who decided one that is %s, and offers nothing', async (state, text) => {
  listed({ state, decided: { by: 'second@example.com', at: '2026-11-20T10:05:00+05:30' } })
  await show(<ApprovalsSection />)
  expect(await screen.findByText(text)).toBeTruthy()
  expect(screen.queryByRole('button')).toBeNull()
})

it('shows that one has expired', async () => {
  listed({ state: 'expired' })
  await show(<ApprovalsSection />)
  expect(await screen.findByText('Expired without a decision. Nothing was changed.')).toBeTruthy()
})
