import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'

/** Columns of the footer (specification §2, Landing). Every one of these addresses is a page of the app. */
export const FOOTER_COLUMNS = [
  {
    title: msg`Product`,
    links: [
      [msg`Features`, '/features'],
      [msg`Pricing`, '/pricing'],
      [msg`Integrations`, '/integrations'],
      [msg`Trade logs`, '/trade-logs'],
      [msg`Verifiable record`, '/record'],
      [msg`Status`, '/status'],
    ],
  },
  {
    title: msg`Resources`,
    links: [
      [msg`Documentation`, '/docs'],
      [msg`FAQs`, '/faqs'],
      [msg`Support`, '/support'],
      [msg`API`, '/api'],
      [msg`Careers`, '/careers'],
    ],
  },
  {
    title: msg`Community`,
    links: [
      [msg`Top traders`, '/community/top-traders'],
      [msg`Forum`, '/community/forum'],
    ],
  },
  {
    title: msg`Legal`,
    links: [
      [msg`Privacy`, '/privacy'],
      [msg`Terms`, '/terms'],
      [msg`Disclaimer`, '/disclaimer'],
      [msg`Risk disclosure`, '/disclosure'],
      [msg`Investor charter`, '/investor-charter'],
      [msg`Complaints`, '/complaints'],
      [msg`Your data (DPDP)`, '/dpdp'],
    ],
  },
] as const satisfies readonly {
  title: MessageDescriptor
  links: readonly (readonly [name: MessageDescriptor, to: string])[]
}[]
