import { RETENTION, RETENTION_KINDS } from '@strikewise/legal/retention.ts'
import { screen, within } from '@testing-library/react'
import { beforeEach, expect, it, vi } from 'vitest'
import { session } from '../../lib/session.ts'
import { show } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { MyDataPanels } from './MyDataPanels.tsx'
import { RetentionTable } from './RetentionTable.tsx'

const mine = (nominee: object | null = null) => ({ consents: [], nominee, erasure: null, reads: [] as object[] })
const card = async (name: string) => within(await screen.findByRole('region', { name }))

beforeEach(() => {
  session.set({ status: 'in', user: { id: 'u1', name: 'Asha Rao', email: 'asha@example.com', language: 'en' } })
  answer('get', '/my-data', mine())
})

it('names a nominee, shows what is wrong with one, and lets go of one', async () => {
  const asha = { name: 'Ravi Rao', email: 'ravi@example.com', relation: 'Brother' }
  const seen = answer('put', '/my-data/nominee', mine(asha))
  const { user } = await show(<MyDataPanels />)
  const nominee = await card('Nominee')
  await user.type(nominee.getByLabelText(/^Nominee’s name/), asha.name)
  await user.type(nominee.getByLabelText(/^Nominee’s email/), 'ravi')
  await user.click(nominee.getByRole('button', { name: 'Save nominee' }))
  expect(await nominee.findByText('Must be an email address')).toBeTruthy()
  expect(seen.bodies).toEqual([])
  await user.type(nominee.getByLabelText(/^Nominee’s email/), '@example.com')
  await user.type(nominee.getByLabelText(/^Relation to you/), asha.relation)
  await user.click(nominee.getByRole('button', { name: 'Save nominee' }))
  await user.click(await screen.findByRole('button', { name: 'Remove' }))
  await expect.poll(() => seen.bodies).toEqual([{ nominee: asha }, { nominee: null }])
})

it('takes a grievance and shows its number; one that was refused stays written', async () => {
  refuse('post', '/my-data/grievance', 429, { message: 'Too many messages came.' })
  const { user } = await show(<MyDataPanels />)
  const grievance = await card('Correction or grievance')
  const text = 'My name is spelt wrong on the export.'
  await user.type(grievance.getByLabelText(/^Your request or complaint/), text)
  await user.click(grievance.getByRole('button', { name: 'Send' }))
  expect(await grievance.findByText('Too many messages came.')).toBeTruthy()
  const seen = answer('post', '/my-data/grievance', { ticket: 'SW-ABCDEFGH' })
  await user.click(grievance.getByRole('button', { name: 'Send' }))
  expect(await grievance.findByText('Received as SW-ABCDEFGH')).toBeTruthy()
  expect(seen.bodies).toEqual([{ text }])
})

it('hands everything out as one file, and shows when it could not be made', async () => {
  refuse('get', '/my-data/export', 500, { message: 'No.' })
  const { user } = await show(<MyDataPanels />)
  const exported = await card('Export your data')
  await user.click(exported.getByRole('button', { name: 'Download' }))
  expect(await exported.findByText('The export failed')).toBeTruthy()

  const body = { exported_at: '2026-11-20T10:42:00+05:30', user_id: 'u1', tables: { profiles: [{ plan: 'elite' }] } }
  answer('get', '/my-data/export', body)
  const files: Blob[] = []
  vi.spyOn(URL, 'createObjectURL').mockImplementation((file) => {
    files.push(file as Blob)
    return 'blob:file'
  })
  vi.spyOn(URL, 'revokeObjectURL').mockImplementation(() => {})
  const named: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    named.push(this.download)
  })
  await user.click(exported.getByRole('button', { name: 'Download' }))
  await expect.poll(() => named).toEqual(['strikewise-data-2026-11-20.json'])
  expect(JSON.parse(await files[0]!.text())).toEqual(body)
})

it('shows of each kind of data how long it is kept, why, and what an erasure does to it', async () => {
  await show(<RetentionTable />)
  const [, ...rows] = (await screen.findAllByRole('row')).map((row) =>
    [...row.children].map((cell) => cell.textContent),
  )
  expect(rows).toHaveLength(RETENTION_KINDS.length)
  const term = (days: number) => `${days} day${days === 1 ? '' : 's'}`
  expect(rows).toContainEqual([
    'Mails that were sent, without their text',
    term(RETENTION.mail.days),
    'To find lost mail',
    'deleted',
  ])
  expect(rows).toContainEqual([
    'Codes and questions of the Telegram chat',
    `${term(RETENTION.chat_codes.days)} after they run out`,
    'To know that a chat is yours',
    'deleted',
  ])
  expect(rows).toContainEqual([
    'Payments, refunds and begun checkouts',
    'at least 8 years; nothing deletes them by itself',
    'Tax records',
    'kept without name',
  ])
})

it('shows when operators read the data, what of it and why', async () => {
  const at = '2026-11-20T10:42:00+05:30'
  const past = { at, what: 'past_state_read', reason: 'SW-ABCD2345', moment: '2026-11-19T09:51:07+05:30' }
  const reads = [past, { at, what: 'user_looked_up', reason: null, moment: null }]
  answer('get', '/my-data', { ...mine(), reads })
  await show(<MyDataPanels />)
  const [, ...rows] = within(await screen.findByRole('region', { name: 'Views of your data' })).getAllByRole('row')
  const textsOf = (row: HTMLElement) =>
    within(row)
      .getAllByRole('cell')
      .map((cell) => cell.textContent)
  expect(rows.map(textsOf)).toEqual([
    ['20 Nov 2026, 10:42:00', 'Your trades as they were at a past second19 Nov 2026, 09:51:07', 'SW-ABCD2345'],
    ['20 Nov 2026, 10:42:00', 'Your account: plan, broker link and payments', 'Not asked for'],
  ])
})

it('shows that no operator has read the data', async () => {
  await show(<MyDataPanels />)
  expect((await card('Who viewed your data')).getByText('No one has viewed your data.')).toBeTruthy()
})
