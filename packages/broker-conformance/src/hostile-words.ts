import { MAX_FOREIGN_TEXT } from '@strikewise/domain/text/storable-text.ts'

/** A broker's text that should not be passed on as it is: secrets, control characters, half a character, no end. */
export function hostileWords(secrets: readonly string[]): string {
  const echoed = `You sent ${secrets.join(' and ')}.\u0000\u0007\r\n<b>\ud83d ${secrets.join(':')} `
  // A cut may fall into a secret.
  return echoed + secrets.join('').repeat(Math.ceil((2 * MAX_FOREIGN_TEXT) / secrets.join('').length))
}
