import { rendererOf } from '@strikewise/messages/node.ts'
import type { Message } from '@strikewise/messages/message.ts'
import type { Logger } from '../logging/logger.ts'
import type { TraderCounters } from './counters.ts'

/** Where alarms go beside the log: operators work through them there. */
export type RecordAlarm = (account: string, code: string, message: Message) => void

/**
 * Counts an alarm by its short code, writes it to the operators' log, in English, and hands it to `record`. Never throws: the
 * account's turn that raises an alarm also protects its position. Of an alarm without a text the log holds its code and why it
 * has none.
 */
export function alarmLog(
  logger: Pick<Logger, 'error'>,
  counters: Pick<TraderCounters, 'add'>,
  record: RecordAlarm,
): RecordAlarm {
  return (account, code, message) => {
    counters.add('alarms', { code })
    try {
      record(account, code, message)
    } catch (error) {
      logger.error({ account, code, err: error }, 'an alarm could not be recorded')
    }
    const fault = 'fault' in message ? { fault: message.fault } : {}
    try {
      logger.error({ account, code, ...fault }, rendererOf('en').text(message))
    } catch (error) {
      logger.error({ account, code, message: message.code, err: error }, 'an alarm has no text')
    }
  }
}
