import { createClient, type Client } from '@strikewise/wire/client.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'

/** A person at a browser: keeps cookies and talks to one server. */
export interface BrowserSession {
  readonly api: Client
  /**
   * Raw calls, for what is not in the route table (identity). Returns the parsed answer, and throws with its text when it is
   * not a success.
   */
  post(path: string, body: unknown): Promise<unknown>
}

/** A visitor of the product at `serverUrl`, signed in nowhere yet. */
export function openBrowserSession(serverUrl: string): BrowserSession {
  const cookies = new Map<string, string>()
  const headers = () => ({
    origin: serverUrl,
    cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  const remember = (response: Response) => {
    for (const line of response.headers.getSetCookie()) {
      const [pair = ''] = line.split(';')
      const at = pair.indexOf('=')
      cookies.set(pair.slice(0, at), pair.slice(at + 1))
    }
  }
  return {
    api: createClient({ routeOf: (name) => ROUTES[name], baseUrl: `${serverUrl}/api`, headers }),
    async post(path, body) {
      const response = await fetch(serverUrl + path, {
        method: 'POST',
        headers: { ...headers(), 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
      remember(response)
      const text = await response.text()
      if (!response.ok) throw new Error(`${path} answered ${response.status}: ${text}`)
      return JSON.parse(text) as unknown
    },
  }
}
