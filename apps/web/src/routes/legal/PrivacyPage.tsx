import { InfoFrame, Sections } from '../../features/site/InfoFrame.tsx'

const SECTIONS = [
  [
    'What is stored',
    'Your name and e-mail address, your plan, your settings and consents, your broker’s keys in encrypted form, and the orders and trades made for you.',
  ],
  [
    'What it is for',
    'To show you signals, to trade by your settings, to send the alerts you ask for, and to keep the records the law asks for. It is not sold.',
  ],
  [
    'Secrets',
    'API secrets and access tokens are encrypted, are never shown again, and are read only by the part that places orders.',
  ],
  [
    'How long',
    'Personal data is kept for up to 90 days after the account ends. The trail of orders is kept longer where the law requires it, without your name.',
  ],
  [
    'Your rights',
    'You may see, correct, export and erase your data. An account with an open position is erased once it is flat.',
  ],
  [
    'On your device',
    'A session cookie signs you in. Local storage keeps your theme and the label of your subscription, no secret.',
  ],
] as const

export function PrivacyPage() {
  return (
    <InfoFrame title="Privacy policy" note="Last updated July 17, 2025">
      <Sections sections={SECTIONS} />
    </InfoFrame>
  )
}
