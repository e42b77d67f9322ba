import { lazy, Suspense, useEffect } from 'react'
import { useStore } from '../../lib/store.ts'
import { closeTicket, ticketRequest } from './ticket-request.ts'

// Until a ticket is opened nothing of it is loaded.
const TicketDialog = lazy(async () => ({ default: (await import('./TicketDialog.tsx')).TicketDialog }))

/** The ticket that is open, if any. */
export function TicketHost() {
  const contract = useStore(ticketRequest)
  // A ticket does not follow its user to another screen.
  useEffect(() => closeTicket, [])
  if (contract === undefined) return null
  return (
    <Suspense fallback={null}>
      <TicketDialog contract={contract} onClose={closeTicket} />
    </Suspense>
  )
}
