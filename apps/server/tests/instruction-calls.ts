import { call, type Answer, type TestUser, type TestWeb } from './harness.ts'

/** Calls about the trades of a user of `web`, and what came of them. `day`: of the trades. */
export function instructionCalls(web: () => TestWeb, day: string) {
  return {
    post: (user: TestUser, path: string, body: object) =>
      call(web(), 'POST', `/api/trades/${path}`, { cookie: user.cookie, body }),
    instructionIn: ({ json }: Answer) => (json as { instruction: { id: string; at: string } }).instruction,
    /** The oldest first; of one instant those for the most units first. */
    rowsOf: ({ id }: TestUser) =>
      web()
        .store.db.selectFrom('trade_instructions')
        .selectAll()
        .where('user_id', '=', id)
        .orderBy('at')
        .orderBy('kind')
        .orderBy('units', 'desc')
        .execute(),
    shownOf: async ({ id, cookie }: TestUser) =>
      (await call(web(), 'GET', '/user_active_trades', { cookie, query: { uid: id, date: day } })).json as {
        instructions: object[]
      }[],
  }
}
