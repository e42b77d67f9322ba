import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { anchoredRoots } from '@strikewise/public-log/anchored-roots.ts'
import { expect, it } from 'vitest'
import { anchorText } from './anchor-text.ts'

const HASH = 'ab'.repeat(32)
const ROOT = {
  day: '2026-11-20' as IstDate,
  first_seq: 6,
  last_seq: 345,
  count: 340,
  start_hash: '0'.repeat(64),
  last_hash: '1'.repeat(64),
  previous_root: '2'.repeat(64),
}

it('is read as it was written, with line ends of mail and soft breaks', () => {
  const text = anchorText(ROOT, HASH, 'cd'.repeat(32))
  const anchored = [{ day: '2026-11-20', hash: HASH }]
  expect(anchoredRoots(text)).toEqual(anchored)
  expect(anchoredRoots(`Subject: x\r\n\r\n${text.replaceAll('\n', '\r\n')}`)).toEqual(anchored)
  expect(anchoredRoots(text.replace(HASH, `${HASH.slice(0, 30)}=\r\n${HASH.slice(30)}`))).toEqual(anchored)
  expect(anchoredRoots(`${text}\n\n${text}`)).toHaveLength(2)
})

it('has no line that a mail program wraps', () => {
  const lines = anchorText(ROOT, HASH, 'cd'.repeat(32)).split('\n')
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(76)
})

it.each(['', 'Day: 2026-11-20', `Day: 2026-11-20\nRoot: ${HASH.slice(1)}`, `Root: ${HASH}\nDay: 2026-11-20`])(
  'finds no root in %j',
  (text) => expect(anchoredRoots(text)).toEqual([]),
)
