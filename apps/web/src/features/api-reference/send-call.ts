import { parseJson } from '@strikewise/domain/text/parse-json.ts'
import { t } from '@lingui/core/macro'
import type { Operation } from './document.ts'

export interface ApiCallResult {
  /** '200 in 34 ms', or why there was none. */
  readonly line: string
  readonly text: string
}

const MAX_SHOWN = 20_000
const PATIENCE_MS = 20_000

/** Sends one call with the page's own session, as the app itself would. Never throws: a failure is an answer too. */
export async function sendCall(
  of: Operation,
  given: Readonly<Record<string, string>>,
  body: string,
): Promise<ApiCallResult> {
  const headers: Record<string, string> = { accept: 'application/json' }
  if (of.body !== undefined) headers['content-type'] = 'application/json'
  for (const { name, in: place } of of.parameters)
    if (place === 'header' && given[name] !== '') headers[name] = given[name] ?? ''
  const startedAt = performance.now()
  try {
    const response = await fetch(addressOf(of, given), {
      method: of.method,
      credentials: 'same-origin',
      headers,
      signal: AbortSignal.timeout(PATIENCE_MS),
      ...(of.body === undefined ? {} : { body }),
    })
    const text = await response.text()
    const { status } = response
    const took = Math.round(performance.now() - startedAt)
    return { line: t`${status} in ${took} ms`, text: shown(text) }
  } catch (error) {
    return { line: t`No answer`, text: error instanceof Error ? error.message : String(error) }
  }
}

/** The call's address with its parameters filled in; what was left empty is left out of the query. */
export function addressOf(of: Pick<Operation, 'path' | 'parameters'>, given: Readonly<Record<string, string>>): string {
  const path = of.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(given[name] ?? ''))
  const query = new URLSearchParams()
  for (const { name, in: place } of of.parameters) {
    const value = given[name] ?? ''
    if (place === 'query' && value !== '') query.set(name, value)
  }
  const text = query.toString()
  return `/api${path}${text === '' ? '' : `?${text}`}`
}

function shown(text: string): string {
  const whole = pretty(text)
  const more = whole.length - MAX_SHOWN
  return more <= 0 ? whole : `${whole.slice(0, MAX_SHOWN)}\n… ${t`${more} characters more`}`
}

function pretty(text: string): string {
  const json = parseJson(text)
  return json === undefined ? text : JSON.stringify(json, undefined, 2)
}
