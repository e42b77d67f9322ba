import { rendererOf } from '@strikewise/messages/node.ts'
import type { Message } from '@strikewise/messages/message.ts'
import type { Logger } from '../logging/logger.ts'
import type { TraderCounters } from './counters.ts'

/**
 * Counts an alarm by its short code and writes it to the operators' log, in English. Never throws: the account's turn that
 * raises an alarm also protects its position. Of an alarm without a text the log holds its code and why it has none.
 */
export function alarmLog(logger: Pick<Logger, 'error'>, counters: Pick<TraderCounters, 'add'>) {
  return (account: string, code: string, message: Message): void => {
    counters.add('alarms', { code })
    const fault = 'fault' in message ? { fault: message.fault } : {}
    try {
      logger.error({ account, code, ...fault }, rendererOf('en').text(message))
    } catch (error) {
      logger.error({ account, code, message: message.code, err: error }, 'an alarm has no text')
    }
  }
}
