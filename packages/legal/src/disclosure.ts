import { istDate } from '@strikewise/domain/time/ist.ts'
import type { LegalText } from './legal-text.ts'

/** The risk disclosure, as its page shows it. A change of a word is a new text: give it a new date. */
export const RISK_DISCLOSURE: LegalText = {
  version: '2025-08-08',
  updated: { code: 'legal.updated', on: istDate('2025-08-08') },
  sections: [
    [
      'Nature of the risk',
      'Options are leveraged. A bought option can lose all of its value in minutes, and most bought options expire worth less than they cost.',
    ],
    [
      'No advice',
      'Signals are computed by published rules from market data. They are not investment advice and do not know your circumstances.',
    ],
    [
      'No promised result',
      'No return is promised, projected or implied. Results of the past, simulated or real, say nothing certain about the future.',
    ],
    [
      'What cannot be foreseen',
      'Moves driven by news, orders of the authorities, trading halts and gaps cannot be predicted. A stop does not help against a gap.',
    ],
    [
      'Stops and execution',
      'A stop-loss limit order may fill below its trigger or not at all. Orders can be delayed or refused by the broker or the exchange.',
    ],
    [
      'Automatic orders',
      'With auto execute on, orders are placed in your account without asking again. You remain responsible for your account and its funds.',
    ],
    [
      'Connectivity',
      'The service needs the broker, the exchange, the network and its own servers. Any of them can fail while a position is open.',
    ],
    [
      'Costs',
      'Brokerage, taxes and exchange charges reduce every result. They are shown with each trade and apply whether it wins or loses.',
    ],
    [
      'Capital',
      'The service works best with capital of ₹10,000 or more. Never trade with borrowed money or with money you need for living.',
    ],
    [
      'Your decision',
      'Connecting a broker account is voluntary and can be ended at any time. If you do not accept these risks, do not connect one.',
    ],
  ],
}
