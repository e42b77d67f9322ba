import { t } from '@lingui/core/macro'
import { broker, redirectParameter } from '../../lib/broker.ts'

/**
 * The token of a redirected address, which the broker names `parameter`, or undefined. The address is read, never fetched.
 * A host may be missing or unreachable (apps often redirect to 127.0.0.1), so only the query counts.
 */
export function requestTokenOf(pasted: string, parameter = redirectParameter): string | undefined {
  const query = pasted.trim().split('#')[0]?.split('?').slice(1).join('?') ?? ''
  const token = new URLSearchParams(query).get(parameter)?.trim()
  return token === undefined || token === '' ? undefined : token
}

/** What is wrong with a pasted address when it is submitted (specification §5); undefined when it carries a token. */
export function pasteProblem(pasted: string, parameter = redirectParameter): string | undefined {
  if (pasted.trim() === '') return t`Please paste the full redirected URL after ${broker} login.`
  return requestTokenOf(pasted, parameter) === undefined
    ? t`${parameter} not found in the pasted URL. Please paste the exact URL you were redirected to.`
    : undefined
}
