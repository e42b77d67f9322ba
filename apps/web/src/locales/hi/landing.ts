import { messages as texts } from './landing.po'

export const messages = { ...texts }
