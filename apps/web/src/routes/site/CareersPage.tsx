import { Trans } from '@lingui/react/macro'
import { Article } from '../../features/site/Article.tsx'
import { useContact } from '../../features/site/contact.ts'

export function CareersPage() {
  const email = useContact()?.email
  return (
    <Article title={<Trans>Careers</Trans>} lead={<Trans>There is no open position at present.</Trans>}>
      <p>
        <Trans>
          New ones appear on this page first. We don’t use recruiters or charge candidates. Anyone who does is not us.
        </Trans>
      </p>
      <p>
        {email === undefined ? (
          <Trans>
            If you find a fault in what we publish (the record, its verifier, this documentation), write to us. Showing
            your work beats any application.
          </Trans>
        ) : (
          <Trans>
            If you find a fault in what we publish (the record, its verifier, this documentation), write to us at{' '}
            <a href={`mailto:${email}`}>{email}</a>. Showing your work beats any application.
          </Trans>
        )}
      </p>
    </Article>
  )
}
