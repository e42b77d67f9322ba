import { hash } from 'node:crypto'
import { createServer } from 'node:http'
import { createServer as createLineServer } from 'node:net'
import type { AddressInfo, Server, Socket } from 'node:net'
import { text } from 'node:stream/consumers'
import { istText } from '@strikewise/domain/time/ist.ts'
import { FRIDAY_TEN } from '../harness.ts'

/**
 * An outside world that repeats what it was asked with in every refusal, secrets and all: broker, paper exchange, bot,
 * payments. Logins of the broker succeed unless it `refuses`.
 */
export interface Outside {
  readonly url: string
  /** The access token of every login. */
  readonly accessToken: string
  refuses: boolean
  /** What messages to chats held. */
  readonly chats: string[]
  /** How often a refusal was given. */
  refusals(): number
  close(): Promise<void>
}

export async function startOutside(accessToken: string): Promise<Outside> {
  let refusals = 0
  const chats: string[] = []
  const outside = { accessToken, refuses: false, chats, refusals: () => refusals }
  const server = createServer((request, response) => {
    void (async () => {
      const body = await text(request)
      const form = new URLSearchParams(body)
      const json = (status: number, reply: unknown) =>
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(reply))
      if (request.url?.includes('/sendMessage') === true) chats.push(body)
      if (request.url === '/kite/session/token' && !outside.refuses)
        return void json(200, { status: 'success', data: sessionOf(form.get('api_key')!, accessToken) })
      if (request.url?.endsWith('/getMe') === true)
        return void json(200, { ok: true, result: { id: 1, is_bot: true, first_name: 'Bot', username: 'a_bot' } })
      refusals += 1
      const outcome = `refused: ${request.url} ${JSON.stringify(request.headers)} ${body} ${decodedBasic(request.headers.authorization)}`
      json(400, {
        status: 'error',
        error_type: 'InputException',
        message: outcome,
        ok: false,
        error_code: 400,
        description: outcome,
        error: { description: outcome },
      })
    })()
  })
  const url = `http://127.0.0.1:${await listening(server)}`
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()).closeAllConnections())
  return Object.assign(outside, { url, close })
}

function decodedBasic(authorization: string | undefined): string {
  return Buffer.from(authorization?.replace(/^Basic /, '') ?? '', 'base64').toString()
}

function sessionOf(apiKey: string, accessToken: string) {
  return {
    // The same account whenever an app logs in.
    user_id: `SW${hash('sha256', apiKey, 'hex').slice(0, 6)}`,
    user_name: 'Test Person',
    user_shortname: 'Test',
    email: 'person@example.com',
    user_type: 'individual',
    broker: 'ZERODHA',
    exchanges: ['NSE', 'NFO'],
    products: ['NRML', 'MIS'],
    order_types: ['MARKET', 'LIMIT', 'SL'],
    api_key: apiKey,
    access_token: accessToken,
    public_token: 'p',
    login_time: istText(FRIDAY_TEN),
  }
}

/** A mail server that refuses the first login and repeats it, then takes every mail. */
export async function startMailServer(): Promise<{ port: number; mails: string[]; close(): Promise<void> }> {
  const mails: string[] = []
  const sockets = new Set<Socket>()
  let isFirst = true
  const server = createLineServer((socket) => {
    sockets.add(socket.once('close', () => sockets.delete(socket)))
    socket.on('error', () => undefined)
    socket.write('220 mail.example\r\n')
    let data: string[] | undefined
    let rest = ''
    socket.on('data', (chunk) => {
      const lines = (rest + chunk.toString()).split('\r\n')
      rest = lines.pop()!
      for (const line of lines) {
        if (data !== undefined) {
          if (line !== '.') data.push(line)
          else {
            mails.push(data.join('\n'))
            data = undefined
            socket.write('250 taken\r\n')
          }
        } else if (line.startsWith('EHLO')) socket.write('250-mail.example\r\n250 AUTH PLAIN\r\n')
        else if (line.startsWith('AUTH PLAIN')) {
          const given = line.slice('AUTH PLAIN '.length)
          socket.write(
            isFirst
              ? `535 5.7.8 refused: ${given} ${Buffer.from(given, 'base64').toString().replaceAll('\0', ' ')}\r\n`
              : '235 ok\r\n',
          )
          isFirst = false
        } else if (line === 'DATA') {
          data = []
          socket.write('354 go on\r\n')
        } else socket.write('250 ok\r\n')
      }
    })
  })
  const port = await listening(server)
  return {
    port,
    mails,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function listening(server: Server): Promise<number> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port)))
}
