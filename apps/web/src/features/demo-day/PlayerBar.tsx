import { msg } from '@lingui/core/macro'
import type { MessageDescriptor } from '@lingui/core'
import { Trans, useLingui } from '@lingui/react/macro'
import type { EpochMs } from '@strikewise/domain/time/ist.ts'
import { ListVideo, Pause, Play } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import { istMinute, istTime, shortDay } from '../../lib/ist-format.ts'
import { DESKTOP, PHONE, useMedia } from '../../lib/media.ts'
import { useStore } from '../../lib/store.ts'
import { Button } from '../../ui/Button.tsx'
import { cx } from '../../ui/cx.ts'
import { Segments } from '../../ui/Segments.tsx'
import { EVENT_KINDS, eventAfter, eventsOf, type DayEvent, type EventKind } from './events.ts'
import { SPEEDS, type Player, type Speed } from './player.ts'

const EVENT_TEXTS: Readonly<Record<EventKind, MessageDescriptor>> = {
  entry: msg`Entry`,
  stop_raised: msg`Stop raised`,
  exit: msg`Exit`,
  refused: msg`Refused entry`,
}

/** Seconds of the market's day that a step of the scrubber moves. */
const STEP_S = 15

interface PlayerBarProps {
  player: Player
  /** The way to an account, as a button; where there is no room for one, as part of a line of text. */
  account: ReactNode
  accountLine: ReactNode
}

/**
 * The controls of a recorded day: what it is, where it stands, how fast it runs, and its events. It stays in view, since
 * it shows that every figure below is of a simulated market. On a phone the events open by a press: with a row of its own
 * for them, Exit of an open trade stood below the first 400 px.
 */
export function PlayerBar({ player, account, accountLine }: PlayerBarProps) {
  const { t } = useLingui()
  const isWide = useMedia(DESKTOP)
  const isPhone = useMedia(PHONE)
  const [areJumpsOpen, setAreJumpsOpen] = useState(false)
  const events = useMemo(() => eventsOf(player.calls, player.day), [player])
  const jumps = <Jumps player={player} events={events} onJump={() => setAreJumpsOpen(false)} />
  return (
    <section aria-label={t`Recorded day`} className="contents">
      {!isWide && (!isPhone || areJumpsOpen) && (
        <div className="flex border-b bg-info-soft px-3 py-1.5 sm:px-6">{jumps}</div>
      )}
      <div className="sticky top-0 z-30 h-(--above-header) border-b border-info-line bg-info-soft">
        <div className="mx-auto flex h-11 max-w-[96rem] items-center gap-2 px-3 sm:px-6">
          <PlayButton player={player} />
          <Scrubber player={player} events={events} />
          <SpeedChoice player={player} />
          {isPhone && (
            <Button
              tone="secondary"
              size="sm"
              aria-label={t`Jump to the next event`}
              aria-expanded={areJumpsOpen}
              className="touch:w-11"
              onClick={() => {
                setAreJumpsOpen(!areJumpsOpen)
                // They stand at the top of the page.
                if (!areJumpsOpen) window.scrollTo({ top: 0 })
              }}
            >
              <ListVideo aria-hidden="true" />
            </Button>
          )}
          {isWide && jumps}
          {isWide && account}
        </div>
        <Label player={player}>{!isWide && accountLine}</Label>
      </div>
    </section>
  )
}

/** What the figures are: on every screen, whatever is scrolled. */
function Label({ player: { day }, children }: { player: Player; children: ReactNode }) {
  const recordedOn = shortDay(day.recorded_on)
  const marketDay = shortDay(day.day)
  return (
    <p className="mx-auto flex max-w-[96rem] justify-between gap-2 px-3 text-xs leading-5 max-sm:text-2xs max-sm:leading-5 font-medium whitespace-nowrap text-info sm:px-6">
      <span className="truncate">
        <Trans>Simulated market, recorded on {recordedOn}</Trans>
        <span className="max-sm:sr-only">
          {' · '}
          <Trans>market day {marketDay}, paper account, no real money, no forecast</Trans>
        </span>
      </span>
      {children}
    </p>
  )
}

function PlayButton({ player }: { player: Player }) {
  const { t } = useLingui()
  const playing = useStore(player.state, (state) => state.playing)
  return (
    <Button
      size="sm"
      aria-label={playing ? t`Pause the recording` : t`Play the recording`}
      className="touch:w-11"
      onClick={() => (playing ? player.pause() : player.play())}
    >
      {playing ? <Pause aria-hidden="true" /> : <Play aria-hidden="true" />}
    </Button>
  )
}

function Scrubber({ player, events }: { player: Player; events: readonly DayEvent[] }) {
  const { t } = useLingui()
  const second = useStore(player.second)
  const at = (player.day.from + second * 1000) as EpochMs
  return (
    <>
      <time className="w-10 shrink-0 text-sm font-semibold sm:w-16" dateTime={new Date(at).toISOString()}>
        <span className="sm:hidden">{istMinute(at)}</span>
        <span className="max-sm:hidden">{istTime(at)}</span>
      </time>
      <div className="relative min-w-0 flex-1">
        <div aria-hidden="true" className="pointer-events-none absolute inset-x-2 top-1/2 h-4 -translate-y-1/2">
          {events.map((event, i) => (
            <span
              // oxlint-disable-next-line react/no-array-index-key -- a fixed list
              key={i}
              className={cx('absolute top-0 h-full w-px', event.kind === 'refused' ? 'bg-line-strong' : 'bg-info')}
              style={{ left: `${(event.second / player.length) * 100}%` }}
            />
          ))}
        </div>
        <input
          type="range"
          aria-label={t`Time of the recorded day`}
          aria-valuetext={istMinute(at)}
          min={0}
          max={player.length}
          step={STEP_S}
          value={second}
          onChange={(event) => player.seek(Number(event.target.value))}
          className="relative block h-11 w-full cursor-pointer accent-accent"
        />
      </div>
    </>
  )
}

function SpeedChoice({ player }: { player: Player }) {
  const { t } = useLingui()
  const speed = useStore(player.state, (state) => state.speed)
  return (
    <Segments
      label={t`Speed of the recording`}
      value={String(speed)}
      options={SPEEDS.map((one) => ({ value: String(one), label: `${one}×` }))}
      onChange={(next) => player.setSpeed(Number(next) as Speed)}
      className="shrink-0"
    />
  )
}

/** Seconds after an event at which it is on the screen with its prices, which are read less often. */
const SHOWN_AFTER_S = 15

/** The next event of each kind that the day has. */
function Jumps({ player, events, onJump }: { player: Player; events: readonly DayEvent[]; onJump: () => void }) {
  const { t } = useLingui()
  const jump = (kind: EventKind) => {
    const event = eventAfter(events, kind, player.at())
    if (event !== undefined) player.seek(event.second + SHOWN_AFTER_S)
    onJump()
  }
  return (
    <div role="group" aria-label={t`Jump to the next event`} className="flex flex-wrap gap-1">
      {EVENT_KINDS.filter((kind) => events.some((event) => event.kind === kind)).map((kind) => (
        <Button key={kind} tone="secondary" size="sm" onClick={() => jump(kind)}>
          {t(EVENT_TEXTS[kind])}
        </Button>
      ))}
    </div>
  )
}
