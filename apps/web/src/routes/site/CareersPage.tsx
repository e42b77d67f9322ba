import { Article } from '../../features/site/Article.tsx'
import { useContact } from '../../features/site/contact.ts'

export function CareersPage() {
  const contact = useContact()
  return (
    <Article title="Careers" lead="There is no open position at present.">
      <p>
        New ones will stand on this page first. We use no recruiters and ask nobody for money; whoever does so in our
        name is not us.
      </p>
      <p>
        If you find a fault in what we publish (the record, its verifier, this documentation), tell us
        {contact === undefined ? (
          '.'
        ) : (
          <>
            {' '}
            at <a href={`mailto:${contact.email}`}>{contact.email}</a>.
          </>
        )}{' '}
        Showing your work beats any application.
      </p>
    </Article>
  )
}
