import { whyReply } from '@strikewise/wire/record.ts'
import { expect, it } from 'vitest'
import { recompute } from '../why/recompute.ts'
import minute from './minute.json'

it('the minute of the demo is made again by the engine of this version', async () => {
  const { entry } = whyReply.parse(minute)
  expect(await recompute(entry!)).toMatchObject({ outcome: 'equal' })
})
