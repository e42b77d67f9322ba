import './lib/zod-policy.ts'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { App } from './App.tsx'
import { registerOffline } from './lib/offline.ts'
import { openPrerendered } from './open-prerendered.ts'
import { prerenderedPageOf } from './prerendered-page.ts'
import './styles.css'

const container = document.getElementById('root')!
const prerendered = prerenderedPageOf(container)

if (prerendered === undefined)
  createRoot(container).render(
    <StrictMode>
      {/* Asked for at once, while the session is still being read. */}
      <App screens={import('./Screens.tsx')} />
    </StrictMode>,
  )
else void openPrerendered(container, prerendered)

if (import.meta.env.PROD) registerOffline()
