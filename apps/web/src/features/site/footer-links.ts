/** Columns of the footer (specification §2, Landing). Every one of these addresses is a page of the app. */
export const FOOTER_COLUMNS = [
  {
    title: 'Product',
    links: [
      ['Features', '/features'],
      ['Pricing', '/pricing'],
      ['Integrations', '/integrations'],
      ['Trade logs', '/trade-logs'],
      ['Verifiable record', '/record'],
      ['Status', '/status'],
    ],
  },
  {
    title: 'Resources',
    links: [
      ['Documentation', '/docs'],
      ['FAQs', '/faqs'],
      ['Support', '/support'],
      ['API', '/api'],
      ['Careers', '/careers'],
    ],
  },
  {
    title: 'Community',
    links: [
      ['Top traders', '/community/top-traders'],
      ['Forum', '/community/forum'],
    ],
  },
  {
    title: 'Legal',
    links: [
      ['Privacy', '/privacy'],
      ['Terms', '/terms'],
      ['Disclaimer', '/disclaimer'],
      ['Risk disclosure', '/disclosure'],
      ['Your data (DPDP)', '/dpdp'],
    ],
  },
] as const satisfies readonly { title: string; links: readonly (readonly [name: string, to: string])[] }[]
