import { Trans } from '@lingui/react/macro'
import { Article, type Section } from '../../features/site/Article.tsx'

/** SEBI's investor charter for research analysts, in short. */
const SECTIONS: readonly Section[] = [
  {
    id: 'vision',
    title: <Trans>Vision and mission</Trans>,
    body: (
      <>
        <p>
          <Trans>Vision: invest with knowledge and safety.</Trans>
        </p>
        <p>
          <Trans>
            Mission: every investor can invest in products that fit their needs, manage and monitor them, read reports,
            and reach their goals.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: 'services',
    title: <Trans>Services</Trans>,
    body: (
      <ul>
        <li>
          <Trans>
            Signals from rules and market data, each with its reasons, its time and the price it was made at.
          </Trans>
        </li>
        <li>
          <Trans>The same signal for every user of a plan, with no preference among clients.</Trans>
        </li>
        <li>
          <Trans>Fees, refund terms and your consent, recorded before you pay.</Trans>
        </li>
        <li>
          <Trans>A public record of every signal, which you can verify.</Trans>
        </li>
      </ul>
    ),
  },
  {
    id: 'rights',
    title: <Trans>Your rights</Trans>,
    body: (
      <ul>
        <li>
          <Trans>Privacy and confidentiality of your data.</Trans>
        </li>
        <li>
          <Trans>Clear terms, fees and risks before you agree, and fair treatment.</Trans>
        </li>
        <li>
          <Trans>To end the service at any time, and the refund that the terms name.</Trans>
        </li>
        <li>
          <Trans>To complain, and an answer to your complaint.</Trans>
        </li>
        <li>
          <Trans>Not to be coerced, misled or promised a return.</Trans>
        </li>
      </ul>
    ),
  },
  {
    id: 'responsibilities',
    title: <Trans>Your responsibilities</Trans>,
    body: (
      <ul>
        <li>
          <Trans>Check the registration number of the seller before you pay.</Trans>
        </li>
        <li>
          <Trans>Read the terms and the risk disclosure. Pay only on the page of the payment provider.</Trans>
        </li>
        <li>
          <Trans>Never share your broker password or a one-time code, and never hand over money for trading.</Trans>
        </li>
        <li>
          <Trans>Do not act on promises of a fixed or assured return.</Trans>
        </li>
      </ul>
    ),
  },
  {
    id: 'complaints',
    title: <Trans>How to complain</Trans>,
    body: (
      <>
        <ol>
          <li>
            <Trans>
              Write to us on the <a href="/support">support page</a>. A complaint is to be settled within 21 days.
            </Trans>
          </li>
          <li>
            <Trans>
              If our answer does not settle it, complain to SEBI on{' '}
              <a href="https://scores.sebi.gov.in" rel="noreferrer">
                SCORES
              </a>
              . The supervisory body for research analysts reviews it first, SEBI itself if you ask again.
            </Trans>
          </li>
          <li>
            <Trans>
              If it is still open, use online dispute resolution on{' '}
              <a href="https://smartodr.in" rel="noreferrer">
                SMART ODR
              </a>
              .
            </Trans>
          </li>
        </ol>
        <p>
          <Trans>
            How many complaints there were, and how they ended: <a href="/complaints">complaints by month</a>.
          </Trans>
        </p>
      </>
    ),
  },
]

export function InvestorCharterPage() {
  return (
    <Article
      title={<Trans>Investor charter</Trans>}
      lead={
        <Trans>
          What you can expect of a seller of trading signals, what is yours to check, and where to complain.
        </Trans>
      }
      sections={SECTIONS}
    />
  )
}
