import { DomainError } from '../domain-error.ts'

/** Distinguishes a wrong method of a call we know from a call we do not know. `methods`: those it is answered by. */
export function unknownCall(methods: readonly string[], method: string): DomainError {
  return methods.length === 0
    ? new DomainError({ code: 'problem.not_found.call' })
    : new DomainError({ code: 'problem.method_not_allowed', method, allowed: methods.join(', ') })
}
