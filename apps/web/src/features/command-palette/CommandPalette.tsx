import { Autocomplete } from '@base-ui/react/autocomplete'
import { Dialog } from '@base-ui/react/dialog'
import { Trans, useLingui } from '@lingui/react/macro'
import { Search } from 'lucide-react'
import { useState } from 'react'
import { useCommands, type Command, type CommandGroup } from './commands.ts'
import { closePalette } from './palette.ts'

/** Words in any order: 'bank chart' finds 'Chart of Bank Nifty'. */
function isFound({ label, also = '' }: Command, typed: string): boolean {
  const text = `${label} ${also}`.toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** A list of commands that is searched by typing. */
export function CommandPalette() {
  const { t } = useLingui()
  const [typed, setTyped] = useState('')
  const groups = useCommands(typed)
  const run = (command: Command) => {
    closePalette()
    // After the dialog has given the focus back: what is run may open another.
    queueMicrotask(command.run)
  }
  return (
    <Dialog.Root open onOpenChange={(next) => !next && closePalette()}>
      <Dialog.Portal>
        <Dialog.Backdrop className="fixed inset-0 z-40 bg-scrim" />
        <Dialog.Popup
          aria-label={t`Commands`}
          className="fixed top-[12dvh] left-1/2 z-50 flex max-h-[70dvh] w-[min(34rem,calc(100vw-1.5rem))] -translate-x-1/2 flex-col overflow-hidden rounded-lg border bg-raised shadow-lg"
        >
          <Autocomplete.Root
            open
            inline
            items={groups}
            itemToStringValue={({ label }) => label}
            filter={isFound}
            onValueChange={setTyped}
            autoHighlight="always"
            keepHighlight
          >
            <div className="flex items-center gap-2.5 border-b px-4 text-ink-3 focus-within:bg-hover">
              <Search aria-hidden="true" className="size-4 shrink-0" />
              <Autocomplete.Input
                aria-label={t`Find a command`}
                placeholder={t`Find a command`}
                className="h-12 w-full bg-transparent text-md text-ink outline-none placeholder:text-ink-3"
              />
            </div>
            <Dialog.Close className="sr-only">
              <Trans>Close</Trans>
            </Dialog.Close>
            <Autocomplete.Empty className="px-4 py-3 text-ink-2 empty:hidden">
              <Trans>No matching command.</Trans>
            </Autocomplete.Empty>
            <Autocomplete.List className="overflow-y-auto p-1.5 empty:hidden">
              {(group: CommandGroup) => (
                <Autocomplete.Group key={group.label} items={group.items}>
                  <Autocomplete.GroupLabel className="px-2.5 pt-2 pb-1 text-xs font-medium text-ink-3">
                    {group.label}
                  </Autocomplete.GroupLabel>
                  <Autocomplete.Collection>
                    {(command: Command) => <Row key={command.label} command={command} onRun={run} />}
                  </Autocomplete.Collection>
                </Autocomplete.Group>
              )}
            </Autocomplete.List>
          </Autocomplete.Root>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

function Row({ command, onRun }: { command: Command; onRun: (command: Command) => void }) {
  return (
    <Autocomplete.Item
      value={command}
      onClick={() => onRun(command)}
      className="flex h-9 cursor-pointer items-center justify-between gap-4 rounded-sm px-2.5 text-ink-2 outline-none select-none data-highlighted:bg-hover data-highlighted:text-ink pointer-coarse:h-11"
    >
      {command.label}
      {command.keys !== undefined && (
        <kbd className="rounded-sm border bg-sunken px-1.5 text-xs font-medium text-ink-2">{command.keys}</kbd>
      )}
    </Autocomplete.Item>
  )
}
