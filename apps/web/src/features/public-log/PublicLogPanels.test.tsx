import { generateKeyPairSync, hash, sign } from 'node:crypto'
import { rootLine, rootStatement, type DayRoot } from '@strikewise/public-log/day-root.ts'
import { entryLine, hashedText, LOG_START_HASH } from '@strikewise/public-log/log-entry.ts'
import type { IstDate } from '@strikewise/domain/time/ist.ts'
import { fireEvent, screen } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { answer, hang, refuse, server } from '../../testing/server.ts'
import { PublicLogPanels } from './PublicLogPanels.tsx'

const keys = generateKeyPairSync('ed25519')
const key = Buffer.from(keys.publicKey.export({ format: 'jwk' }).x!, 'base64url').toString('hex')

/** Two days of three entries: what the server lists, and each day's file. */
function twoDays() {
  let prev = LOG_START_HASH
  let previousRoot = LOG_START_HASH
  const days = (['2026-11-19', '2026-11-20'] as IstDate[]).map((day, i) => {
    const start = prev
    const entries = [1, 2, 3].map((n) => {
      const unhashed = { seq: 3 * i + n, prev, body: `{"at":${n},"day":"${day}"}` }
      prev = hash('sha256', hashedText(unhashed), 'hex')
      return entryLine({ ...unhashed, hash: prev })
    })
    const root: DayRoot = {
      day,
      first_seq: 3 * i + 1,
      last_seq: 3 * i + 3,
      count: 3,
      start_hash: start,
      last_hash: prev,
      previous_root: previousRoot,
    }
    const signature = sign(null, Buffer.from(rootStatement(root)), keys.privateKey).toString('hex')
    previousRoot = hash('sha256', rootStatement(root), 'hex')
    return {
      listed: { root, key, signature, hash: previousRoot, time_stamps: i },
      lines: [rootLine({ root, key, signature }), ...entries],
    }
  })
  return { reply: { days: days.map(({ listed }) => listed).toReversed() }, files: days.map(({ lines }) => lines) }
}

function serve(files: readonly (readonly string[])[]) {
  server.use(
    http.get('/api/record/:day', ({ params }) =>
      HttpResponse.text(`${files[params['day'] === '2026-11-19' ? 0 : 1]!.join('\n')}\n`),
    ),
  )
}

it('lists the days with their files and the command', async () => {
  answer('get', '/record', twoDays().reply)
  await show(<PublicLogPanels />)
  await screen.findByText('Days')
  const link = screen.getByRole('link', { name: 'Download 2026-11-19' })
  expect(link.getAttribute('href')).toBe('/api/record/2026-11-19')
  const stamps = screen.getAllByRole('link', { name: /^Download the time stamps of/ })
  expect(stamps.map((one) => one.getAttribute('href'))).toEqual(['/api/record/2026-11-20/time-stamps'])
  expect(screen.getByText(/npm run verify-record -- strikewise-record-2026-11-20\.jsonl/).textContent).toContain(key)
})

it('verifies any range of days in the browser', async () => {
  const { reply, files } = twoDays()
  answer('get', '/record', reply)
  serve(files)
  const { user } = await show(<PublicLogPanels />)
  await screen.findByText('Days')
  await user.click(screen.getByRole('button', { name: 'Verify' }))
  expect(await screen.findByText('The record is intact: 3 entries of 2026-11-20')).toBeTruthy()
  await user.selectOptions(screen.getByLabelText('First day'), '2026-11-19')
  await user.click(screen.getByRole('button', { name: 'Verify' }))
  expect(await screen.findByText('The record is intact: 6 entries of 2026-11-19 to 2026-11-20')).toBeTruthy()
  await user.type(screen.getByLabelText('From entry'), '2')
  await user.type(screen.getByLabelText('To entry'), '5')
  await user.click(screen.getByRole('button', { name: 'Verify' }))
  expect(await screen.findByText('The record is intact: 4 entries of 2026-11-19 to 2026-11-20')).toBeTruthy()
  expect(screen.getByText(/was not read to the end/)).toBeTruthy()
})

it('names the first bad entry of what the server sends', async () => {
  const { reply, files } = twoDays()
  answer('get', '/record', reply)
  serve([files[0]!, files[1]!.toSpliced(2, 1)])
  const { user } = await show(<PublicLogPanels />)
  await screen.findByText('Days')
  await user.click(screen.getByRole('button', { name: 'Verify' }))
  expect(await screen.findByText('Not what was written: deleted, line 3, entry 5, 2026-11-20')).toBeTruthy()
})

it('names the first bad entry of a file', async () => {
  const { reply, files } = twoDays()
  answer('get', '/record', reply)
  await show(<PublicLogPanels />)
  const changed = files[0]!.with(2, files[0]![2]!.replace('"at":2', '"at":3')).join('\n')
  const file = new File([changed], 'record.jsonl')
  // jsdom has files without streams.
  Object.defineProperty(file, 'stream', { value: () => new Response(changed).body })
  fireEvent.change(await screen.findByLabelText(/or a file you have/), { target: { files: [file] } })
  expect(await screen.findByText('Not what was written: changed, line 3, entry 2, 2026-11-19')).toBeTruthy()
})

it('refuses a range that is none', async () => {
  answer('get', '/record', twoDays().reply)
  const { user } = await show(<PublicLogPanels />)
  await user.selectOptions(await screen.findByLabelText('Last day'), '2026-11-19')
  expect(screen.getByText('The last day is before the first.')).toBeTruthy()
  await user.type(screen.getByLabelText('To entry'), 'x')
  expect(screen.getByText('Entries are whole numbers.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Verify' })).toHaveProperty('disabled', true)
})

it('shows when a day could not be read', async () => {
  answer('get', '/record', twoDays().reply)
  refuse('get', '/record/2026-11-20', 429, { message: 'Too many requests. Try again in a minute.' })
  const { user } = await show(<PublicLogPanels />)
  await screen.findByText('Days')
  await user.click(screen.getByRole('button', { name: 'Verify' }))
  expect(await screen.findByText('Too many requests. Try again in a minute.')).toBeTruthy()
})

it('shows that it is loading', async () => {
  hang('get', '/record')
  await show(<PublicLogPanels />)
  expect(await screen.findByText('Reading the record...')).toBeTruthy()
})

it('shows when no day is over yet', async () => {
  answer('get', '/record', { days: [] })
  await show(<PublicLogPanels />)
  expect(await screen.findByText('No signed day yet')).toBeTruthy()
})

it('shows when the list could not be read', async () => {
  refuse('get', '/record', 500, { message: 'The store is away.' })
  await show(<PublicLogPanels />)
  expect(await screen.findByText('The store is away.')).toBeTruthy()
})
