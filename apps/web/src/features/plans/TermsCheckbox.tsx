import { Trans } from '@lingui/react/macro'
import { Checkbox } from '../../ui/Checkbox.tsx'
import { LegalLink } from '../site/LegalLink.tsx'

interface TermsCheckboxProps {
  checked: boolean
  onChange: (checked: boolean) => void
  disabled?: boolean
  className?: string
}

/** What a buyer agrees to. The texts open beside the purchase. */
export function TermsCheckbox(props: TermsCheckboxProps) {
  return (
    <Checkbox {...props}>
      <Trans>
        I agree to the <LegalLink to="/terms">terms</LegalLink> and the{' '}
        <LegalLink to="/privacy">privacy policy</LegalLink>.
      </Trans>
    </Checkbox>
  )
}
