import { createContext, type ReactNode } from 'react'

/** What a signed-in reader has in the header of every screen; nothing on public pages. */
export const HeaderTools = createContext<ReactNode>(null)
