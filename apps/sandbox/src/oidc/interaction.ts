import type { IncomingMessage, ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { escapeHtml } from '@strikewise/domain/text/escape-html.ts'
import type { Provider } from 'oidc-provider'
import * as z from 'zod'
import { cardPage } from '../http/html.ts'
import type { OidcUsers } from './oidc-users.ts'

const MAX_FORM_BYTES = 10_000

const signInForm = z.object({
  name: z.string().trim().min(1, 'Enter a name.').max(100, 'Enter a name of at most 100 letters.'),
  email: z.email('Enter an email address, such as me@example.com.').max(200),
})

/** The provider's sign-in page: the visitor types any name and email and is that person from then on. */
export function handleInteraction(
  provider: Provider,
  users: OidcUsers,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  interact(provider, users, request, response).catch((error: Error) => {
    // The usual cause is a page kept open longer than the attempt lives, or a browser without cookies.
    send(
      response,
      400,
      cardPage(
        'Sign-in',
        `<h1>This sign-in has ended</h1><p class="error">${escapeHtml(error.message)}</p><p>Go back to the product and start again.</p>`,
      ),
    )
  })
}

async function interact(
  provider: Provider,
  users: OidcUsers,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params } = await provider.interactionDetails(request, response)
  if (request.method === 'POST') {
    const fields = new URLSearchParams((await text(request)).slice(0, MAX_FORM_BYTES))
    if (fields.get('action') === 'cancel') {
      const refusal = { error: 'access_denied', error_description: 'The person cancelled the sign-in.' }
      await provider.interactionFinished(request, response, refusal, { mergeWithLastSubmission: false })
      return
    }
    const form = signInForm.safeParse(Object.fromEntries(fields))
    if (!form.success) {
      send(
        response,
        400,
        signInPage(fields.get('name') ?? '', fields.get('email') ?? '', form.error.issues[0]?.message),
      )
      return
    }
    const user = users.signIn(form.data.name, form.data.email)
    const result = { login: { accountId: user.subject, remember: false } }
    await provider.interactionFinished(request, response, result, { mergeWithLastSubmission: false })
    return
  }
  if (prompt.name !== 'login')
    throw new Error(`The provider asked for "${prompt.name}", which the sandbox does not have.`)
  const hint = typeof params['login_hint'] === 'string' ? params['login_hint'] : ''
  send(response, 200, signInPage('', hint))
}

function signInPage(name: string, email: string, problem?: string): string {
  return cardPage(
    'Sign in',
    `<h1>Sign in</h1>
<p>The sandbox's identity provider. Type any name and email: you are that person.</p>
${problem === undefined ? '' : `<p class="error" role="alert">${escapeHtml(problem)}</p>`}
<form method="post">
<label>Name <input name="name" autocomplete="name" required maxlength="100" value="${escapeHtml(name)}" autofocus></label>
<label>Email <input name="email" type="email" autocomplete="email" required maxlength="200" value="${escapeHtml(email)}"></label>
<button type="submit">Continue</button>
<button type="submit" class="plain" name="action" value="cancel" formnovalidate>Cancel</button>
</form>`,
  )
}

function send(response: ServerResponse, status: number, page: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' }).end(page)
}
