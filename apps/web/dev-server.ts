// Serves the app from its sources with hot reload, for `npm run dev`: `--port`, `--server` with the address of the API, and
// `--cache` with a folder for bundled dependencies. Prints one JSON line when it is ready.
import { parseArgs } from 'node:util'
import { createServer } from 'vite'

const HOST = '127.0.0.1'

const { values } = parseArgs({
  options: { port: { type: 'string' }, server: { type: 'string' }, cache: { type: 'string' } },
})
const { port, server, cache } = values
if (port === undefined || server === undefined || cache === undefined)
  throw new Error('give --port, --server and --cache')

const vite = await createServer({
  root: import.meta.dirname,
  cacheDir: cache,
  clearScreen: false,
  server: {
    host: HOST,
    port: Number(port),
    // Links in mails and sign-in redirects name this port.
    strictPort: true,
    proxy: { '/api': { target: server, ws: true } },
  },
})

const close = (): void => void vite.close().finally(() => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, close)
// Started with a channel, it ends with the process that holds the other end, however that one ends.
if (process.channel !== undefined) process.once('disconnect', close)

await vite.listen()
console.log(JSON.stringify({ ready: true, url: `http://localhost:${vite.config.server.port}` }))
