import { connect } from 'node:net'
import { chanceOf, type Chance } from './chance.ts'
import type { FuzzUser } from './requests.ts'

const WAIT_MS = 20_000
const SWITCHED = 101

export interface SocketResult {
  readonly connections: number
  readonly fiveHundreds: number
  readonly hangs: number
}

const PATHS = [
  '/ws/user_active_trades',
  '/api/ws/user_active_trades',
  '/api/stream',
  '//',
  'http://',
  '//[::1',
  '*',
  '/ws/%00',
  '/ws/user_active_trades%00',
]

/** Opens raw connections that ask for an upgrade in odd ways, then sends odd frames down those that were taken. */
export async function attackSockets(
  url: string,
  user: FuzzUser,
  connections: number,
  seed: number,
): Promise<SocketResult> {
  const chance = chanceOf(seed ^ 0x50c7e7)
  let [fiveHundreds, hangs] = [0, 0]
  for (let done = 0; done < connections; done += 1) {
    const outcome = await attack(url, user, chance)
    if (outcome === 'hang') hangs += 1
    else if (outcome !== undefined && outcome >= 500) fiveHundreds += 1
  }
  return { connections, fiveHundreds, hangs }
}

/** Status of the answer; undefined: the server closed the connection. */
function attack(url: string, user: FuzzUser, chance: Chance): Promise<number | undefined | 'hang'> {
  const { hostname, port } = new URL(url)
  const query = chance.pick([
    `uid=${user.id}&date=2026-11-20`,
    'uid=%00&date=x',
    '',
    `uid=${user.id}&date=2026-11-20&date=again`,
  ])
  const lines = [
    `GET ${chance.pick(PATHS)}?${query} HTTP/1.1`,
    'Host: x',
    'Connection: Upgrade',
    'Upgrade: websocket',
    `Sec-WebSocket-Version: ${chance.pick(['13', '13', '13', '12', 'x'])}`,
    `Sec-WebSocket-Key: ${chance.pick(['AAAAAAAAAAAAAAAAAAAAAA==', 'AAAAAAAAAAAAAAAAAAAAAA==', 'short', ''])}`,
    ...(chance.hit(0.8) ? [`Cookie: ${user.cookie}`] : []),
    ...(chance.hit(0.1) ? ['Origin: https://evil.example'] : []),
  ]
  return new Promise((resolve) => {
    const stream = connect(Number(port), hostname)
    const finish = (outcome: number | undefined | 'hang') => {
      clearTimeout(patience)
      stream.destroy()
      resolve(outcome)
    }
    const patience = setTimeout(() => finish('hang'), WAIT_MS)
    let status: number | undefined
    stream.on('error', () => finish(status))
    stream.once('close', () => finish(status))
    stream.on('data', (data: Buffer) => {
      if (status !== undefined) return
      status = Number(/^HTTP\/1\.1 (\d{3})/.exec(data.toString('latin1'))?.[1] ?? 0)
      if (status !== SWITCHED) return void stream.end()
      for (let frame = 0; frame < 5; frame += 1) stream.write(oddFrame(chance))
      // Whether it takes the frames or closes: the server must be rid of who goes.
      setTimeout(() => finish(status), 20)
    })
    stream.write(`${lines.join('\r\n')}\r\n\r\n`)
    if (chance.hit(0.2)) stream.resetAndDestroy()
  })
}

function oddFrame(chance: Chance): Buffer {
  const opcode = chance.pick([0x81, 0x82, 0x80, 0x88, 0x89, 0x8a, 0x83, 0xf1, 0x01])
  const length = chance.pick([0, 5, 125, 126, 127])
  const masked = chance.hit(0.8) ? 0x80 : 0
  return Buffer.from([opcode, masked | length, ...Array.from({ length: 16 }, () => chance.below(256))])
}
