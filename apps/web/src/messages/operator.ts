import texts from '@strikewise/messages/catalogue/en/labels-operator.json'
import type { OperatorActionName, OperatorDetail } from '@strikewise/wire/operator-action.ts'
import { labelSet } from '../lib/message-family.ts'

const actionOf = labelSet('operator_action', texts)
const detailOf = labelSet('operator_detail', texts)
const isAction = (name: string): name is OperatorActionName => Object.hasOwn(texts, `label.operator_action.${name}`)
const isDetail = (name: string): name is OperatorDetail => Object.hasOwn(texts, `label.operator_detail.${name}`)

/** What an operator did. An action of a later version of the server is shown as it came. */
export const operatorActionText = (name: string): string => (isAction(name) ? actionOf(name) : name)

/** The name of a detail of an action; one of a later version is shown as it came. */
export const operatorDetailText = (name: string): string => (isDetail(name) ? detailOf(name) : name)
