import type { PasswordProblem } from '@strikewise/messages/families/client-problem.ts'
import { isCommonPassword, plainForm } from './common-passwords.ts'

/** Shorter parts of a name are parts of too many words. */
const SHORTEST_PART = 3
/** Characters that have to be left when the owner's own words are taken out. */
const MIN_PASSWORD_REMAINDER = 5

/** What is wrong with `password` for its owner; undefined when nothing is. Its length is checked where it is read. */
export function passwordProblem(
  password: string,
  owner?: { name: string; email: string },
): PasswordProblem | undefined {
  if (isCommonPassword(password)) return { code: 'problem.password_too_common' }
  return owner !== undefined && isPersonal(password, owner) ? { code: 'problem.password_too_personal' } : undefined
}

/** Whether hardly anything but the owner's name and address is in `password`. */
function isPersonal(password: string, { name, email }: { name: string; email: string }): boolean {
  const [local = '', domain = ''] = email.split('@')
  const words = [
    email,
    local,
    ...local.split(/[^\p{L}]+/u),
    ...domain.split('.').slice(0, -1),
    name,
    ...name.split(/[^\p{L}]+/u),
  ]
    .map((word) => plainForm(word).replaceAll(/\s/g, ''))
    .filter((word) => word.length >= SHORTEST_PART)
    .toSorted((a, b) => b.length - a.length)
  const plain = plainForm(password).replaceAll(/\s/g, '')
  let rest = plain
  for (const word of words) rest = rest.replaceAll(word, '')
  return rest !== plain && rest.replaceAll(/[^\p{L}]/gu, '').length < MIN_PASSWORD_REMAINDER
}
