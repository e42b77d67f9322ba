/** The texts for a pasted address (specification §5). */
export const PASTE_TEXTS = {
  empty: 'Please paste the full redirected URL after Zerodha login.',
  missing: 'request_token not found in the pasted URL. Please paste the exact URL you were redirected to.',
  hint: 'request_token not detected in this URL.',
} as const

/**
 * The request token of a redirected address, or undefined. The address is read, never fetched. A host may be missing or
 * unreachable (apps often redirect to 127.0.0.1), so only the query counts.
 */
export function requestTokenOf(pasted: string): string | undefined {
  const query = pasted.trim().split('#')[0]?.split('?').slice(1).join('?') ?? ''
  const token = new URLSearchParams(query).get('request_token')?.trim()
  return token === undefined || token === '' ? undefined : token
}

/** What is wrong with a pasted address when it is submitted; undefined when it carries a token. */
export function pasteProblem(pasted: string): string | undefined {
  if (pasted.trim() === '') return PASTE_TEXTS.empty
  return requestTokenOf(pasted) === undefined ? PASTE_TEXTS.missing : undefined
}
