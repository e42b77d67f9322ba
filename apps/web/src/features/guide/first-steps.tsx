import type { Section } from '../site/Article.tsx'

/** From nothing to the first automated trade, in the order in which it is done. */
export const FIRST_STEPS: readonly Section[] = [
  {
    id: 'sign-up',
    title: 'Sign up',
    body: (
      <ol>
        <li>
          <a href="/signup">Create an account</a> with name, e-mail and a password of at least eight characters, and say
          that you are 18 or older.
        </li>
        <li>Open the link in the mail within one hour. Without it the account stays closed.</li>
        <li>
          Log in. You are on Starter: the dashboard, one minute late. It costs nothing, and a paper account comes with
          it.
        </li>
      </ol>
    ),
  },
  {
    id: 'plan',
    title: 'Choose a plan, or none',
    body: (
      <>
        <p>
          <a href="/pricing">The plans</a> differ in what you see, and in what may trade for you. Paper trading is part
          of every one. Trading in your own broker account needs Elite (Nifty) or Master (Nifty and Bank Nifty).
        </p>
        <p>A plan ends at its date by itself. What is open then keeps its exits; nothing new is opened.</p>
      </>
    ),
  },
  {
    id: 'account',
    title: 'Connect an account',
    body: (
      <>
        <h3>On paper</h3>
        <p>
          Open <a href="/connect-zerodha">the broker page</a> and connect the paper account. That is one press, and no
          keys.
        </p>
        <h3>At Zerodha</h3>
        <ol>
          <li>Make an app in Zerodha’s developer console. Copy our redirect URL, shown on the broker page, into it.</li>
          <li>Read and accept the disclosure, then save the app’s API key and secret.</li>
          <li>Press the login link. You log in at Zerodha, and come back connected.</li>
          <li>
            If the browser does not bring you back, paste the address it ended on. It has to hold a{' '}
            <code>request_token</code>.
          </li>
        </ol>
        <p>
          You have one account with us at a time. It makes room for one of the other kind when it is disconnected, holds
          nothing and has not traded that day.
        </p>
      </>
    ),
  },
  {
    id: 'morning',
    title: 'Every trading morning',
    body: (
      <p>
        Broker tokens die at 6:00 AM India time. Connect again before 9:00 AM. Nobody can do it for you: a login by a
        program would need your password and is against the broker’s terms. A notice on the dashboard reminds you.
      </p>
    ),
  },
  {
    id: 'settings',
    title: 'Trade settings',
    body: (
      <>
        <p>
          <a href="/trade-settings">Trade Settings</a> has one row for each index your plan trades.
        </p>
        <dl>
          <dt>Lots</dt>
          <dd>
            How many lots one entry buys at most. Beside it stand the contract’s lot, the present premium and what one
            lot risks.
          </dd>
          <dt>Stop-loss buffer</dt>
          <dd>
            Rupees the stop’s limit may lie under its trigger: what the stop may give away to be filled in a fast
            market. 0 is allowed and may mean that it does not fill.
          </dd>
          <dt>Trailing stop-loss</dt>
          <dd>The stop follows the price up. Without it the target is twice the risk, with it four times.</dd>
          <dt>Auto execute</dt>
          <dd>Off until you switch it on and agree to it once. Off again at any time.</dd>
        </dl>
      </>
    ),
  },
  {
    id: 'first-trade',
    title: 'The first automated trade',
    body: (
      <>
        <ol>
          <li>A minute closes, and the engine decides to buy a call or a put.</li>
          <li>
            The gate asks in your name: plan, consent, settings, today’s token, limits, cash, session, price. One no,
            and nothing is sent; you see which no it was and what to do about it.
          </li>
          <li>
            A limit order goes out. It fills at once or lapses; at most two more tries, and a price that ran away is not
            chased.
          </li>
          <li>What filled shows under Live Active Trades, and a stop order rests at the exchange.</li>
          <li>It ends at the stop, at the target, when the score turns, after its time, or before the close.</li>
          <li>Today Trade Log shows it with the broker’s own prices and every charge.</li>
        </ol>
        <p>There are days without a trade, and weeks with few. That is the design.</p>
      </>
    ),
  },
  {
    id: 'stop',
    title: 'Stopping',
    body: (
      <p>
        The stop button on the dashboard ends new entries at once, in all your indices, until you release it; so does{' '}
        <code>/stop</code> in a paired Telegram chat. It closes nothing: open trades keep their stop and their exits. To
        be out now, sell at your broker; we notice and take our order back. Disconnecting the account does not leave a
        position unguarded either: the exits of open trades go on for the day.
      </p>
    ),
  },
]
