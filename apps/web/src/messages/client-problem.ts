import texts from '@strikewise/messages/catalogue/en/client-problem.json'
import type { ClientProblem } from '@strikewise/messages/families/client-problem.ts'
import { clientProblemUnits } from '@strikewise/messages/units/client-problem.ts'
import { messageFamily } from '../lib/message-family.ts'

/** What the app itself shows of a failed call. */
export const clientProblemText = messageFamily<ClientProblem>(clientProblemUnits, texts)
