import { expect, it } from 'vitest'
import { answer } from '../../testing/server.ts'
import { payFor } from './payment.ts'

it('takes no order of a visitor who is not signed in', async () => {
  const seen = answer('post', '/payments', {})
  await expect(payFor({ status: 'out' }, { plan: 'pro', billing: 'monthly', terms: true }, 'key')).rejects.toThrow(
    'User not logged in.',
  )
  expect(seen.bodies).toEqual([])
})
