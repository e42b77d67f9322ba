// A broker that takes every order the moment it reads it: what the fastest outside world would leave of the time.
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

const TAKEN = JSON.stringify({ status: 'success', data: { order_id: '1' } })

const server = createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(TAKEN))
})
process.on('SIGTERM', () => process.exit(0))
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () =>
  console.log(JSON.stringify({ ready: true, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` })),
)
