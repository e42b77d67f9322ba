import { RouterProvider } from '@tanstack/react-router'
import { useEffect } from 'react'
import { navigateWith } from './lib/navigation.ts'
import { router } from './routes.tsx'

/** Every screen by its address. The start page, opened as such, does without: it is the one that must be small. */
export function Screens() {
  useEffect(() => navigateWith((href, replace) => void router.navigate({ href, replace })), [])
  return <RouterProvider router={router} />
}
