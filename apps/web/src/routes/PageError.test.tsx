import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { show } from '../testing/render.tsx'
import { router } from '../routes.tsx'
import { PageError } from './PageError.tsx'

it('shows what failed and offers to reload the page', async () => {
  await show(<PageError error={new Error('the chunk is gone')} />)
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toBe('Something went wrong.the chunk is gone')
  expect(screen.getByRole('button', { name: 'Reload the page' })).toBeTruthy()
})

it('stands in for every screen that fails to load or to render', () => {
  expect(router.options.defaultErrorComponent).toBe(PageError)
  expect(router.routeTree.options.errorComponent).toBe(PageError)
})
