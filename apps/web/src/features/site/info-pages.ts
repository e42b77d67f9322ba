interface InfoText {
  readonly title: string
  readonly paragraphs: readonly string[]
  /** Where to go from here. */
  readonly next: { readonly label: string; readonly to: string }
}

/** Texts of the footer's destinations, by path. */
export const INFO_PAGES: ReadonlyMap<string, InfoText> = new Map([
  [
    '/features',
    {
      title: 'Features',
      paragraphs: [
        'Agents read candles, indicators and the option chain of Nifty 50 and Bank Nifty and say what they see, with reasons.',
        'A decision is made each minute while the market is open: a trade, or the reason why none. Nothing is hidden afterwards.',
        'On Elite and Master, trades are placed in your own broker account with one protective stop that rests at the exchange.',
      ],
      next: { label: 'Compare the plans', to: '/plans' },
    },
  ],
  [
    '/integrations',
    {
      title: 'Integrations',
      paragraphs: [
        'Broker: Zerodha, through Kite Connect with an app of your own.',
        'Alerts: Telegram, in your own chat.',
        'Sign-in: e-mail and password, or Google.',
      ],
      next: { label: 'See which plan has what', to: '/plans' },
    },
  ],
  [
    '/careers',
    {
      title: 'Careers',
      paragraphs: ['There is no open position at present. New ones are announced on this page.'],
      next: { label: 'Go to the start page', to: '/' },
    },
  ],
  [
    '/docs',
    {
      title: 'Documentation',
      paragraphs: [
        'Create an account, choose a plan, connect your broker, save your trade settings, and watch the dashboard. Each screen says what it needs.',
        'The access token must be generated each trading day before 9:00 AM. Paper trading needs no money; live trading is switched on by the operator.',
      ],
      next: { label: 'Read the FAQs', to: '/faqs' },
    },
  ],
  [
    '/faqs',
    {
      title: 'Frequently asked questions',
      paragraphs: [
        'Can I lose money? Yes. A bought option can lose all of its value. Read the risk disclosure first.',
        'Does Strikewise hold my money? No. Orders go to your own broker account with your own key, and you can disconnect at any time.',
        'What happens when my plan ends? Open positions keep their exits; there are no new entries.',
        'Why was there no trade today? The dashboard shows the last decision and the reason why it was none.',
      ],
      next: { label: 'Risk disclosure', to: '/disclosure' },
    },
  ],
  [
    '/support',
    {
      title: 'Support',
      paragraphs: [
        'Starter: the community. Pro: e-mail. Elite: priority e-mail. Master: premium support with live chat.',
        'Before you write: the dashboard’s notices and the hints on the broker page answer most questions.',
      ],
      next: { label: 'Read the FAQs', to: '/faqs' },
    },
  ],
  [
    '/api',
    {
      title: 'API',
      paragraphs: [
        'The calls this app makes are described as OpenAPI by the server itself. They need a session or a bearer token, and they answer with what your plan allows.',
      ],
      next: { label: 'Compare the plans', to: '/plans' },
    },
  ],
  [
    '/community/top-traders',
    {
      title: 'Top traders',
      paragraphs: [
        'Ranked by discipline, on paper accounts that opted in: stops kept, limits kept, plan followed. Never by returns.',
        'Nobody has opted in yet.',
      ],
      next: { label: 'Go to the start page', to: '/' },
    },
  ],
  [
    '/community/forum',
    {
      title: 'Forum',
      paragraphs: ['The forum is where Starter accounts help each other. There are no topics yet.'],
      next: { label: 'Read the FAQs', to: '/faqs' },
    },
  ],
  [
    '/trade-logs',
    {
      title: 'Trade logs',
      paragraphs: [
        'After the close, the trades of the house account appear here, read-only, with their charges. It trades on paper.',
        'Your own log is on the dashboard on Elite and Master.',
      ],
      next: { label: 'Open the dashboard', to: '/dashboard' },
    },
  ],
  [
    '/status',
    {
      title: 'Status',
      paragraphs: ['The dashboard says at once when market data is delayed or the server does not answer.'],
      next: { label: 'Open the dashboard', to: '/dashboard' },
    },
  ],
  [
    '/disclaimer',
    {
      title: 'Disclaimer',
      paragraphs: [
        'Strikewise computes signals by rules. It is not an adviser, and nothing here is a recommendation to buy or to sell.',
        'It cannot predict news-driven spikes, needs stable internet and broker connectivity, and does not trade illiquid or sideways sessions.',
      ],
      next: { label: 'Risk disclosure', to: '/disclosure' },
    },
  ],
  [
    '/dpdp',
    {
      title: 'Digital personal data protection',
      paragraphs: [
        'Under the Digital Personal Data Protection Act you may see, correct and erase your data, and withdraw a consent as easily as you gave it.',
      ],
      next: { label: 'Privacy policy', to: '/privacy' },
    },
  ],
])
