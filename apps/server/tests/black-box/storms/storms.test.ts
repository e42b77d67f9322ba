import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { STORMS, weather } from './storm.ts'
import { StormWorld } from './storm-world.ts'

/** Long enough for each entry to be tried, short enough for three storms. Real milliseconds. */
const PAUSE_MS = 700
const TIMEOUT_MS = 600_000

let world: StormWorld

beforeAll(async () => {
  world = await StormWorld.start({ speed: 2, seed: 'storms', accounts: 6 })
  await world.startServer()
})
afterAll(() => world?.stop())

describe('the server through storms', () => {
  it.each(STORMS)(
    'comes out of a $name with nothing lost, nothing doubled and all positions closed',
    { timeout: TIMEOUT_MS },
    async (storm) => {
      await world.nextRound()
      const before = (await world.floor.trades()).length
      const report = await weather(world, storm, 1, PAUSE_MS)
      expect(report).toMatchObject({ broken: [], differences: [], doubts: [] })
      expect((await world.floor.trades()).slice(before).some((trade) => trade.state === 'closed')).toBe(true)
      const { requests, frames, database, mail } = world.skies.struck
      if (storm.requests !== undefined) expect(requests).toMatchObject({ drop_reply: expect.any(Number) })
      if (storm.frames !== undefined) expect(frames).toMatchObject({ repeat: expect.any(Number) })
      if (storm.database !== undefined) expect(database).toMatchObject({ reset: expect.any(Number) })
      if (storm.mail !== undefined) expect(Object.keys(mail)).not.toEqual([])
    },
  )
})
