import { createHash, timingSafeEqual } from 'node:crypto'
import { Hono } from 'hono'
import { ControlError, type Control } from './control.ts'

/**
 * Serves control calls below `/sandbox`, and their list at `/sandbox` itself. With a key, only to those who send it as
 * `authorization: Bearer <key>`. Answers when what a call has done is `durable`.
 */
export function controlsApp(controls: readonly Control[], key: string | null, durable: () => Promise<void>): Hono {
  const app = new Hono()
  app.use('*', async (c, next) => {
    if (key === null || isEqual(c.req.header('authorization') ?? '', `Bearer ${key}`)) return next()
    return c.json({ code: 'key_needed', message: 'Send the key of the controls: authorization: Bearer <key>.' }, 401)
  })
  app.get('/', (c) =>
    c.json({
      about: 'Controls of the Strikewise sandbox. Bodies are JSON (content-type: application/json).',
      calls: controls.map(({ method, path, text }) => ({ call: `${method} /sandbox${path}`, text })),
    }),
  )
  for (const control of controls)
    app.on(control.method, control.path, async (c) => {
      try {
        const answer = await control.answer(c)
        await durable()
        return answer instanceof Response ? answer : c.json(answer ?? { ok: true })
      } catch (error) {
        if (error instanceof ControlError) return c.json({ code: error.code, message: error.message }, error.status)
        if (error instanceof RangeError) return c.json({ code: 'refused', message: error.message }, 409)
        throw error
      }
    })
  app.all('*', (c) => c.json({ code: 'not_found', message: 'No such control: GET /sandbox lists them.' }, 404))
  app.onError((error, c) => {
    console.error(`sandbox: ${c.req.method} ${c.req.path} failed`, error)
    return c.json({ code: 'internal', message: 'The sandbox failed; its output says how.' }, 500)
  })
  return app
}

/** Compares digests, so that the time it takes shows nothing of how much was right. */
function isEqual(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(a), digest(b))
}
