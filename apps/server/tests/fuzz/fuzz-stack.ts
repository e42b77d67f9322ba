import {
  call,
  cookieOf,
  logIn,
  newUser,
  NoRateLimits,
  OPERATOR,
  startTestWeb,
  type TestUser,
  type TestWeb,
} from '../harness.ts'
import { RequestSource, type FuzzUser } from './requests.ts'
import { runFuzz, type FuzzResult } from './run-fuzz.ts'
import { attackSockets, type SocketResult } from './sockets.ts'

const PARALLEL = 32
const SOCKETS_IN = 50

export interface FuzzRun extends FuzzResult {
  readonly sockets: SocketResult
  /** Lines the server logged at level error or above. */
  readonly errors: readonly string[]
}

/** A server with a user on each plan and an operator, and `requests` requests of a seed. The rate limits are off. */
export async function fuzz(
  requests: number,
  seed: number,
  progress: (done: number) => void = () => {},
): Promise<FuzzRun> {
  const web = await startTestWeb({}, { rates: new NoRateLimits() })
  try {
    const errors: string[] = []
    const users = await usersOf(web)
    const document = (await call(web, 'GET', '/api/openapi.json')).json as Readonly<Record<string, unknown>>
    const source = new RequestSource(document, users, web.url, seed)
    const answered = async (n: number, status: number) => {
      if (n % 1000 === 999) {
        progress(n + 1)
        errors.push(...web.logs.splice(0).filter(isError))
      }
      // A request may have ended its own session.
      if (status === 401) await Promise.all(users.map((user) => keepSignedIn(web, user)))
    }
    const result = await runFuzz(web.url, source, { requests, parallel: PARALLEL, answered })
    const sockets = await attackSockets(web.url, users[0]!, Math.max(40, Math.floor(requests / SOCKETS_IN / 100)), seed)
    errors.push(...web.logs.splice(0).filter(isError))
    return { ...result, sockets, errors }
  } finally {
    await web.stop()
  }
}

const isError = (line: string) => /"level":[56]0/.test(line)

type SignedIn = { -readonly [K in keyof FuzzUser]: FuzzUser[K] } & Pick<TestUser, 'email' | 'authenticator'> & {
    checkedAt: number
  }

async function usersOf(web: TestWeb): Promise<SignedIn[]> {
  const users: SignedIn[] = []
  for (const plan of ['starter', 'pro', 'elite', 'master'] as const)
    users.push({ ...(await newUser(web, plan)), checkedAt: 0 })
  users.push({ ...(await newUser(web, 'master', OPERATOR)), checkedAt: 0 })
  return users
}

/** Looks at most once a second whether the session still holds, and signs in again where it does not. */
async function keepSignedIn(web: TestWeb, user: SignedIn): Promise<void> {
  if (performance.now() - user.checkedAt < 1000) return
  user.checkedAt = performance.now()
  if ((await call(web, 'GET', '/api/me', { cookie: user.cookie })).status !== 401) return
  const answer = await logIn(web, user)
  if (answer.status !== 200) return
  user.cookie = cookieOf(answer)
  user.bearer = answer.headers.get('set-auth-token') ?? user.bearer
}
