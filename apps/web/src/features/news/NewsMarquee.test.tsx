import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { show } from '../../testing/render.tsx'
import { answer, refuse } from '../../testing/server.ts'
import { NewsMarquee } from './NewsMarquee.tsx'

it('runs the headlines', async () => {
  answer('get', '/news', { headlines: ['Banks lead', 'Crude slips'] })
  await show(<NewsMarquee />)
  expect(await screen.findByRole('region', { name: 'Market news' })).toBeTruthy()
  // The copy that closes the loop is hidden from assistive technology.
  expect(screen.getAllByRole('listitem')).toHaveLength(2)
})

it('shows markup in a headline as the text it is', async () => {
  answer('get', '/news', { headlines: ['<img src=x onerror="alert(1)"> & more'] })
  await show(<NewsMarquee />)
  expect((await screen.findAllByRole('listitem'))[0]!.textContent).toBe('<img src=x onerror="alert(1)"> & more')
  expect(document.querySelector('img')).toBeNull()
})

it('is not there without headlines', async () => {
  const seen = answer('get', '/news', { headlines: [] })
  await show(<NewsMarquee />)
  await waitFor(() => expect(seen.queries).toHaveLength(1))
  expect(screen.queryByRole('region', { name: 'Market news' })).toBeNull()
})

it('is not there when the call fails, and the failure is logged', async () => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {})
  refuse('get', '/news', 502, { message: 'No.' })
  await show(<NewsMarquee />)
  await waitFor(() => expect(logged).toHaveBeenCalled())
  expect(screen.queryByRole('region', { name: 'Market news' })).toBeNull()
})
