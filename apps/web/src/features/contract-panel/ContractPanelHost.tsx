import { lazy, Suspense, useEffect } from 'react'
import { useStore } from '../../lib/store.ts'
import { closeContract, contractRequest } from '../option-chain/contract-request.ts'

// Until a contract is opened nothing of it is loaded.
const ContractPanel = lazy(async () => ({ default: (await import('./ContractPanel.tsx')).ContractPanel }))

/** The panel of the contract that is open, if any. */
export function ContractPanelHost() {
  const contract = useStore(contractRequest)
  // A panel does not follow its user to another screen.
  useEffect(() => closeContract, [])
  if (contract === undefined) return null
  return (
    <Suspense fallback={null}>
      <ContractPanel contract={contract} onClose={closeContract} />
    </Suspense>
  )
}
