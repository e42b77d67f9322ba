import type { Language } from '@strikewise/domain/text/language.ts'
import type { ChatReply } from '@strikewise/messages/families/chat.ts'
import { rendererOf } from '@strikewise/messages/node.ts'
import type { BotCommand } from 'grammy/types'

/** What the chat's menu offers, in its order. */
const COMMANDS = ['status', 'positions', 'exit', 'exitall', 'pause', 'stop', 'help'] as const

const aboutOf = (command: (typeof COMMANDS)[number]) => ({ code: `chat.command.${command}` }) as const

/** The menu of the chat, as Telegram takes it. */
export function commandMenu(language: Language): BotCommand[] {
  const { text } = rendererOf(language)
  return COMMANDS.map((command) => ({ command, description: text(aboutOf(command)) }))
}

/** What the bot can do, one message a line. */
export const HELP: readonly ChatReply[] = [
  { code: 'chat.help' },
  ...COMMANDS.map((command): ChatReply => ({ code: 'chat.help.command', command, about: aboutOf(command) })),
]
