import { Trans } from '@lingui/react/macro'
import { Checkbox } from '../../ui/Checkbox.tsx'

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
        I agree to the{' '}
        <a href="/terms" target="_blank" className="text-accent-text underline underline-offset-2">
          terms
        </a>{' '}
        and the{' '}
        <a href="/privacy" target="_blank" className="text-accent-text underline underline-offset-2">
          privacy policy
        </a>
        .
      </Trans>
    </Checkbox>
  )
}
