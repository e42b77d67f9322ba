import type { Language } from '@strikewise/domain/text/language.ts'
import { composeMail, type MailMessage, type MailRecipient } from '../mail/compose-mail.ts'

/** To an address that is not proved yet: nothing in it was typed in by the person who signed up. */
export function signUpMail(email: string, language: Language | null, url: string, hours: number): MailMessage {
  return composeMail(
    { email, language },
    {
      subject: { code: 'mail.sign_up.subject' },
      paragraphs: [{ code: 'mail.sign_up.open', hours }, { href: url }, { code: 'mail.sign_up.ignore' }],
    },
  )
}

export function passwordResetMail(recipient: MailRecipient, url: string, hours: number): MailMessage {
  return composeMail(recipient, {
    subject: { code: 'mail.reset.subject' },
    paragraphs: [{ code: 'mail.reset.open', hours }, { href: url }, { code: 'mail.reset.ignore' }],
  })
}

/** Goes out when a person signs up with an address that has an account: the page itself must not show it. */
export function existingAccountMail(recipient: MailRecipient, loginUrl: string): MailMessage {
  return composeMail(recipient, {
    subject: { code: 'mail.existing.subject' },
    paragraphs: [{ code: 'mail.existing.log_in' }, { href: loginUrl }, { code: 'mail.existing.ignore' }],
  })
}
