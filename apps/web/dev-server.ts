// Serves the app from its sources with hot reload, for `npm run dev`. Prints one JSON line when it is ready.
import { parseArgs } from 'node:util'
import { createServer } from 'vite'

const HOST = '127.0.0.1'

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '5173' },
    /** Where the API and its WebSocket are. */
    server: { type: 'string', default: 'http://127.0.0.1:8080' },
    /** Folder of the dependencies that Vite has bundled. */
    cache: { type: 'string', default: 'node_modules/.vite' },
  },
})

const vite = await createServer({
  root: import.meta.dirname,
  cacheDir: values.cache,
  clearScreen: false,
  server: {
    host: HOST,
    port: Number(values.port),
    // Links in mails and sign-in redirects name this port.
    strictPort: true,
    proxy: { '/api': { target: values.server, ws: true } },
  },
})

const close = (): void => void vite.close().finally(() => process.exit(0))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, close)
// Started with a channel, it ends with the process that holds the other end, however that one ends.
if (process.channel !== undefined) process.once('disconnect', close)

await vite.listen()
console.log(JSON.stringify({ ready: true, url: `http://localhost:${vite.config.server.port}` }))
