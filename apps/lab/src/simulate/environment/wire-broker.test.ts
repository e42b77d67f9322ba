import { describe, expect, it } from 'vitest'
import { ScriptedChooser, type FaultDecision } from '../chance/chooser.ts'
import type { RarePath } from '../checker/rare-paths.ts'
import { runSession, type SessionOutcome } from '../run-session.ts'
import { CANONICAL } from '../session/canonical.ts'

/** A day whose broker is called by the product's own adapter. The engine's loop wants to be called from a timer. */
function overTheWire(session: keyof typeof CANONICAL, decisions: readonly FaultDecision[]): Promise<SessionOutcome> {
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      try {
        resolve(runSession({ ...CANONICAL[session]!, wire: true }, new ScriptedChooser(decisions)))
      } catch (error) {
        reject(error)
      }
    })
  })
}

const wire = (entity: string, alternative: number): FaultDecision => ({ kind: 'wire', entity, ordinal: 0, alternative })

describe('a day over the wire', () => {
  it.each(Object.keys(CANONICAL))('of the kind %s holds as one straight on the exchange model', async (session) => {
    const { violations, trades } = await overTheWire(session, [])
    expect(violations).toEqual([])
    expect(trades).toBeGreaterThan(0)
  })

  it.each<[what: string, entity: string, alternative: number, path: RarePath]>([
    ['an edge turns the stop away without the broker’s JSON', 'u1 place SELL', 1, 'edge_turned_away'],
    ['the answer to the stop is cut after its order id', 'u1 place SELL', 2, 'answer_cut'],
    ['a raise is answered for another order', 'u1 modify', 3, 'answer_of_another_order'],
    ['the connection is reset before the stop has left', 'u1 place SELL', 4, 'reset_before_leaving'],
    ['the connection is reset after the stop has left', 'u1 place SELL', 5, 'reset_after_leaving'],
    ['the connection is reset after the entry has left', 'u1 place BUY', 5, 'reset_after_leaving'],
  ])('holds when %s', async (_what, entity, alternative, path) => {
    const { violations, reached } = await overTheWire('two_trailing', [wire(entity, alternative)])
    expect(violations).toEqual([])
    expect(reached).toContain(path)
  })

  it('sends a stop again at once that an edge turned away: it is no doubt', async () => {
    const { unprotected } = await overTheWire('target', [wire('u1 place SELL', 1)])
    expect(unprotected.worstMs).toBeLessThan(2_000)
  })

  it.each(['u1 place BUY', 'u1 place SELL', 'u1 modify'])(
    'holds when the login is replaced under %s, and the vault opens the older one last (B8)',
    async (entity) => {
      const slow: FaultDecision = { kind: 'vault_slow', entity: 'u1', ordinal: 1, alternative: 3 }
      const login: FaultDecision = { kind: 'login_under_call', entity, ordinal: 0, alternative: 1 }
      const { violations, reached } = await overTheWire('two_trailing', [login, slow])
      expect(violations).toEqual([])
      expect(reached).toContain('login_replaced_under_call')
    },
  )
})
