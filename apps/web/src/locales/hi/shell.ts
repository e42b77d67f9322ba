import clientProblem from '@strikewise/messages/catalogue/hi/client-problem.json'
import { messages as texts } from './shell.po'

export const messages = { ...texts, ...clientProblem }
