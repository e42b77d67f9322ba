import { setTimeout as delay } from 'node:timers/promises'
import * as z from 'zod'

const clockReading = z.object({ now: z.number(), day: z.string() })
const account = z.object({
  user_id: z.string(),
  password: z.string(),
  totp: z.string(),
  api_key: z.string(),
  api_secret: z.string(),
})
const mails = z.array(z.object({ id: z.number(), text: z.string() }))

const MAIL_WAIT_MS = 120_000

/** What a person sees of the outside world: the wall clock, the post box, the broker's login page. */
export interface SandboxUrls {
  clock(): Promise<z.infer<typeof clockReading>>
  /** The first link in the newest mail to `address`; waits for it. Throws when none comes. */
  linkMailedTo(address: string): Promise<string>
  /** Key and secret of the app a broker account owns. */
  brokerApp(brokerUserId: string): Promise<{ apiKey: string; apiSecret: string }>
  /** Fills in the login page at `url` and returns the address the broker sends the browser to. */
  logInToBroker(url: string, brokerUserId: string): Promise<string>
  /** Registers at the broker where the app wants its users back. */
  setRedirectUrl(brokerUserId: string, url: string): Promise<void>
}

/** The sandbox at `sandboxUrl`, through its console's calls and its pages. */
export function sandboxUrls(sandboxUrl: string): SandboxUrls {
  const get = async (path: string): Promise<unknown> => {
    const response = await fetch(sandboxUrl + path)
    if (!response.ok) throw new Error(`${path} answered ${response.status}`)
    return response.json()
  }
  const accountOf = async (userId: string) => account.parse(await get(`/sandbox/accounts/${userId}`))
  return {
    clock: async () => clockReading.parse(await get('/clock')),
    async linkMailedTo(address) {
      for (const deadline = Date.now() + MAIL_WAIT_MS; Date.now() < deadline; await delay(100)) {
        const [newest] = mails.parse(await get(`/sandbox/mails?to=${encodeURIComponent(address)}`))
        const link = newest?.text.match(/https?:\/\/\S+/)?.[0]
        if (link !== undefined) return link
      }
      throw new Error(`no mail with a link came for ${address} within ${MAIL_WAIT_MS / 1000} s`)
    },
    async brokerApp(brokerUserId) {
      const { api_key, api_secret } = await accountOf(brokerUserId)
      return { apiKey: api_key, apiSecret: api_secret }
    },
    async logInToBroker(url, brokerUserId) {
      const { password, totp } = await accountOf(brokerUserId)
      const answer = await fetch(url, {
        method: 'POST',
        body: new URLSearchParams({ user_id: brokerUserId, password, totp }),
        redirect: 'manual',
      })
      const redirected = answer.headers.get('location')
      if (redirected === null) throw new Error(`the broker did not log ${brokerUserId} in (${answer.status})`)
      return redirected
    },
    async setRedirectUrl(brokerUserId, url) {
      const response = await fetch(`${sandboxUrl}/sandbox/accounts/${brokerUserId}`, {
        method: 'PUT',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ redirect_url: url }),
      })
      if (!response.ok)
        throw new Error(`the redirect address of ${brokerUserId} was not taken: ${await response.text()}`)
    },
  }
}
