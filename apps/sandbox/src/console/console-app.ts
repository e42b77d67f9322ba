import { readFile } from 'node:fs/promises'
import { Hono } from 'hono'

const TYPES = { html: 'text/html', css: 'text/css', js: 'text/javascript' } as const

/** The console page at `/` and its few files below `/console/`, read at each visit so that a change shows on reload. */
export function consoleApp(): Hono {
  const app = new Hono()
  const serve = async (name: string, type: keyof typeof TYPES): Promise<Response> => {
    const text = await readFile(new URL(`./public/${name}.${type}`, import.meta.url), 'utf8')
    return new Response(text, {
      headers: { 'content-type': `${TYPES[type]}; charset=utf-8`, 'cache-control': 'no-store' },
    })
  }
  app.get('/', () => serve('page', 'html'))
  app.get('/console/console.css', () => serve('console', 'css'))
  app.get('/console/:module{(console|views|account-view|dom|api)\\.js}', (c) =>
    serve(c.req.param('module').replace(/\.js$/, ''), 'js'),
  )
  return app
}
