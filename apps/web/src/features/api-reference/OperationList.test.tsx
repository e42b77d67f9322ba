import { openApiOf } from '@strikewise/wire/openapi.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'
import { fireEvent, screen, within } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../../testing/render.tsx'
import { answer } from '../../testing/server.ts'
import { referenceOf } from './document.ts'
import { OperationList } from './OperationList.tsx'

const { operations } = referenceOf(JSON.parse(JSON.stringify(openApiOf(ROUTES, { title: 'Test', version: '1' }))))
const all = operations.length

/** Opens one call, as a press on its line does: jsdom does not emit it automatically. */
async function open(path: string) {
  const details = (await screen.findByText(path)).closest('details')!
  details.open = true
  fireEvent(details, new Event('toggle'))
  return within(details)
}

it('finds calls by what is typed, and shows when there is none', async () => {
  const { user } = await show(<OperationList operations={operations} />)
  const search = await screen.findByLabelText('Find a call')
  expect(screen.getByText(`${all} of ${all} calls`)).toBeTruthy()
  await user.type(search, 'showcasel')
  expect(screen.getByText(`1 of ${all} calls`)).toBeTruthy()
  expect(screen.getByText('/api/showcase-log')).toBeTruthy()
  await user.type(search, ' of the moon')
  expect(screen.getByText('No call has that in it')).toBeTruthy()
})

it('calls the server on request, but for what changes something only after confirmation', async () => {
  const { user } = await show(
    <OperationList operations={operations.filter(({ name }) => /^(clock|setStop)$/.test(name))} />,
  )
  answer('get', '/clock', { now: 1, speed: 1 })
  const clock = await open('/api/clock')
  await user.click(await clock.findByRole('button', { name: 'Send' }))
  expect(await clock.findByText(/^200 in \d+ ms$/)).toBeTruthy()
  const seen = answer('post', '/stop', { user: true, global: false })
  const stop = await open('/api/stop')
  const send = await stop.findByRole<HTMLButtonElement>('button', { name: 'Send' })
  expect(send.disabled).toBe(true)
  await user.click(stop.getByRole('checkbox'))
  await user.click(send)
  expect(await stop.findByText(/^200 in \d+ ms$/)).toBeTruthy()
  expect(seen.bodies).toEqual([{}])
})
