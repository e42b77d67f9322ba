// Stands before the sandbox and hands everything on, until SIGUSR2: from then on it takes connections and never answers.
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

const target = new URL(process.argv[2] ?? '')
const pairs = new Set<readonly [Socket, Socket]>()
let hangs = false

const server = createServer((client) => {
  client.on('error', () => client.destroy())
  // Read on, so that the other side can send all it likes.
  if (hangs) return void client.resume()
  const upstream = connect(Number(target.port), target.hostname)
  const pair = [client, upstream] as const
  pairs.add(pair)
  upstream.on('error', () => client.destroy())
  client.pipe(upstream)
  upstream.pipe(client)
  const forget = () => pairs.delete(pair)
  client.on('close', () => {
    forget()
    upstream.destroy()
  })
})
process.on('SIGUSR2', () => {
  hangs = true
  for (const [client, upstream] of pairs) {
    client.unpipe(upstream)
    upstream.unpipe(client)
    client.resume()
    upstream.resume()
  }
})
process.on('SIGTERM', () => process.exit(0))
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () =>
  console.log(JSON.stringify({ ready: true, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })),
)
