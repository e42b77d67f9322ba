import { Trans } from '@lingui/react/macro'
import { broker, portal, redirectParameter } from '../../lib/broker.ts'
import type { Section } from '../site/Article.tsx'
import { LoginEnd } from '../../ui/LoginEnd.tsx'

/** From nothing to the first automated trade, in the order in which it is done. */
export const FIRST_STEPS: readonly Section[] = [
  {
    id: 'sign-up',
    title: <Trans>Sign up</Trans>,
    body: (
      <ol>
        <li>
          <Trans>
            <a href="/signup">Create an account</a> with name, email and a password of at least eight characters, and
            say that you are 18 or older.
          </Trans>
        </li>
        <li>
          <Trans>Open the link in the mail within one hour. Without it the account stays closed.</Trans>
        </li>
        <li>
          <Trans>
            Log in. You are on Starter: the dashboard, one minute late. It costs nothing, and a paper account comes with
            it.
          </Trans>
        </li>
      </ol>
    ),
  },
  {
    id: 'plan',
    title: <Trans>Choose a plan, or none</Trans>,
    body: (
      <>
        <p>
          <Trans>
            <a href="/pricing">The plans</a> differ in what you see, and in what may trade for you. Paper trading is
            part of every one. Trading in your own broker account needs Elite (Nifty) or Master (Nifty and Bank Nifty).
          </Trans>
        </p>
        <p>
          <Trans>A plan ends at its date by itself. What is open then keeps its exits; nothing new is opened.</Trans>
        </p>
      </>
    ),
  },
  {
    id: 'account',
    title: <Trans>Connect an account</Trans>,
    body: (
      <>
        <h3>
          <Trans>On paper</Trans>
        </h3>
        <p>
          <Trans>
            Open <a href="/connect-zerodha">the broker page</a> and connect the paper account. That is one press, and no
            keys.
          </Trans>
        </p>
        <h3>
          <Trans>At {broker}</Trans>
        </h3>
        <ol>
          <li>
            <Trans>
              Make an app in {broker}’s developer console. Copy our redirect URL, shown on the broker page, into it.
            </Trans>
          </li>
          <li>
            <Trans>Read and accept the disclosure, then save the app’s API key and secret.</Trans>
          </li>
          <li>
            <Trans>Press the login link. You log in at {broker}, and come back connected.</Trans>
          </li>
          <li>
            <Trans>
              If the browser does not bring you back, paste the address it ended on. It has to hold a{' '}
              <code>{redirectParameter}</code>.
            </Trans>
          </li>
        </ol>
        <p>
          <Trans>
            You have one account with us at a time. It makes room for one of the other kind when it is disconnected,
            holds nothing and has not traded that day.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: 'morning',
    title: <Trans>Every trading morning</Trans>,
    body: (
      <p>
        <Trans>
          Broker tokens expire at <LoginEnd /> India time. Connect again before 9:00 AM. We cannot do it for you: a
          login by a program would need your password and is against the broker’s terms. A notice on the dashboard
          reminds you.
        </Trans>
      </p>
    ),
  },
  {
    id: 'settings',
    title: <Trans>Trade settings</Trans>,
    body: (
      <>
        <p>
          <Trans>
            <a href="/trade-settings">Trade Settings</a> has one row for each index your plan trades.
          </Trans>
        </p>
        <dl>
          <dt>
            <Trans>Lots</Trans>
          </dt>
          <dd>
            <Trans>
              How many lots one entry buys at most. Beside it stand the contract’s lot, the present premium and what one
              lot risks.
            </Trans>
          </dd>
          <dt>
            <Trans>Stop-loss buffer</Trans>
          </dt>
          <dd>
            <Trans>
              Rupees the stop’s limit may lie under its trigger: what the stop may give away to be filled in a fast
              market. 0 is allowed and may mean that it does not fill.
            </Trans>
          </dd>
          <dt>
            <Trans>Trailing stop-loss</Trans>
          </dt>
          <dd>
            <Trans>The stop follows the price up. Without it the target is twice the risk, with it four times.</Trans>
          </dd>
          <dt>
            <Trans>Auto execute</Trans>
          </dt>
          <dd>
            <Trans>Off until you switch it on and agree to it once. Off again at any time.</Trans>
          </dd>
        </dl>
        <p>
          <Trans>
            Tighter settings take effect at once: fewer lots, a lower loss limit, auto execute off. Looser settings ask
            you to sign in again and, once you have traded or are locked that day, take effect after the close. Until
            then you see it beside its field and can withdraw it.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: 'first-trade',
    title: <Trans>The first automated trade</Trans>,
    body: (
      <>
        <ol>
          <li>
            <Trans>A minute closes, and the engine decides to buy a call or a put.</Trans>
          </li>
          <li>
            <Trans>
              Before each order we check plan, consent, settings, login, limits, cash, session and price. If one fails,
              nothing is sent and you see which and why.
            </Trans>
          </li>
          <li>
            <Trans>
              A limit order goes out. It fills at once or lapses; at most two more tries, and a price that ran away is
              not chased.
            </Trans>
          </li>
          <li>
            <Trans>What filled shows under Live Active Trades, and a stop order rests at the exchange.</Trans>
          </li>
          <li>
            <Trans>
              It ends at the stop, at the target, when the score turns, after its time, or before the close.
            </Trans>
          </li>
          <li>
            <Trans>Today Trade Log shows it with the broker’s own prices and every charge.</Trans>
          </li>
        </ol>
        <p>
          <Trans>Some days have no trade, some weeks very few. That is by design.</Trans>
        </p>
      </>
    ),
  },
  {
    id: 'manual-trade',
    title: <Trans>A manual trade</Trans>,
    body: (
      <>
        <p>
          <Trans>
            On Pro, Elite and Master, press a price in the option chain, or ‘Trade’ beside a signal. The ticket shows
            contract, lots, limit, stop, the loss at the stop after charges, and the checks your order goes through.
            ‘Buy’ sends one limit order: it fills at once or lapses. After the fill we place the stop, trail it and
            exit.
          </Trans>
        </p>
        <p>
          <Trans>
            Without a broker link, ‘Open in {portal}’ opens {broker}’s order page with the order filled in, and ‘Copy
            order’ copies it as text. You confirm and manage that order there: we place no stop for it.
          </Trans>
        </p>
      </>
    ),
  },
  {
    id: 'approve',
    title: <Trans>Approving entries</Trans>,
    body: (
      <p>
        <Trans>
          With ‘Ask me before each entry’ in the trade settings of an index, an entry waits for you for the seconds you
          set. The dashboard, the bell, your chat and notifications show contract, limit, loss at the stop and deadline.
          ‘Take’ checks everything again and never pays more than the limit shown. ‘Skip’, or no answer, buys nothing.
          We place the stop, trail it and exit; the engine’s score does not end an entry you took.
        </Trans>
      </p>
    ),
  },
  {
    id: 'stop',
    title: <Trans>Stopping</Trans>,
    body: (
      <>
        <p>
          <Trans>
            ‘Pause entries’ on the dashboard ends new entries at once, in all your indices, until you resume; so does{' '}
            <code>/stop</code> in a paired Telegram chat. It closes nothing: open trades keep their stop and their
            exits.
          </Trans>
        </p>
        <p>
          <Trans>
            ‘Exit now’ on an open trade sells it at a limit price that follows the market; ‘Pause and exit all’, in the
            dialog of ‘Pause entries’ and under Shift+X, pauses entries and exits every open trade. In the chat they are{' '}
            <code>/exit</code> and <code>/exitall</code>. Each asks you to confirm first. Where you sell at your broker
            instead, we notice and take our order back.
          </Trans>
        </p>
        <p>
          <Trans>
            ‘Exit half’, under ‘More actions’ of a trade with several lots, sells half of them in the same way. The rest
            stays open under its stop; units that find no buyer go back under the stop and are tried again.
          </Trans>
        </p>
        <p>
          <Trans>
            Disconnecting the account does not leave a position unguarded: the exits of open trades go on for the day.
          </Trans>
        </p>
      </>
    ),
  },
]
