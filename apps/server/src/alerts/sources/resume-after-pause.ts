import type { Bus } from '../../bus/bus.ts'
import { finds, type DueCheck } from '../due-sources.ts'
import type { AlertSource } from './source.ts'

/**
 * Releases the pauses whose time is over, and notifies their users. While no process runs this a pause continues: forgetting one
 * keeps entries in, never lets them out.
 */
export function resumeAfterPause(bus: Bus): AlertSource {
  const isDue: DueCheck = ({ db, now }) =>
    finds(
      db
        .selectFrom('kill_switches')
        .select('scope')
        .where('engaged', '=', true)
        .where('resume_at', '<=', new Date(now)),
    )
  const read: AlertSource['read'] = async (tx, now) => {
    const ended = await tx
      .updateTable('kill_switches')
      .set({ engaged: false, changed_at: new Date(now), changed_by: 'schedule', reason: null, resume_at: null })
      .where('engaged', '=', true)
      .where('resume_at', '<=', new Date(now))
      .returning('scope')
      .execute()
    if (ended.length === 0) return []
    await tx
      .insertInto('kill_switch_changes')
      .values(
        ended.map(({ scope }) => ({
          scope,
          engaged: false,
          channel: 'schedule' as const,
          changed_by: 'schedule',
          at: new Date(now),
          resume_at: null,
          reason: null,
        })),
      )
      .execute()
    // A hint before the commit may find the old row; the kill-switch listener notifies the executor with the commit itself.
    for (const { scope } of ended) bus.publish(`account.${scope}`, null)
    return ended.map(({ scope }) => ({
      userId: scope,
      kind: 'attention' as const,
      key: `pause-over/${now}`,
      at: now,
      message: { code: 'alert.pause_over' as const },
      link: '/dashboard',
    }))
  }
  return { isDue, read }
}
