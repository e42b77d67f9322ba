import type { Message } from '@strikewise/messages/message.ts'
import { READINESS_MARKS } from '../readiness-marks.ts'

/** What a device shows of a message: it has a few lines, so the readiness of the morning leaves out what is in order. */
export function deviceMessage(message: Message): Message {
  if (message.code !== 'alert.readiness') return message
  return { ...message, lines: message.lines.filter(({ mark }) => mark !== READINESS_MARKS.pass) }
}
