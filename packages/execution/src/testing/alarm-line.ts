import { reasonOf } from '@strikewise/domain/text/message-code.ts'
import { legacyText } from '@strikewise/domain/text/legacy-text.ts'
import type { Alarm } from '../alarms/alarm.ts'
import type { Change } from '../store/account-changes.ts'

/** An alarm in one line: its short code, then its message as JSON. */
export function alarmLine(alarm: Alarm): string {
  return `${reasonOf(alarm.code)}: ${JSON.stringify(alarm)}`
}

/** The journal row of an alarm that stands for any other, under a code of the test's own. */
export function alarmRow(code: string, text = ''): Extract<Change, { type: 'alarm' }> {
  return { type: 'alarm', code, tradeId: null, message: legacyText(text) }
}
