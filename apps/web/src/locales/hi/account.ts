import field from '@strikewise/messages/catalogue/hi/field.json'
import labelsAccount from '@strikewise/messages/catalogue/hi/labels-account.json'
import labelsOperator from '@strikewise/messages/catalogue/hi/labels-operator.json'
import labelsPlans from '@strikewise/messages/catalogue/hi/labels-plans.json'
import labelsSite from '@strikewise/messages/catalogue/hi/labels-site.json'
import { messages as signals } from './signals.ts'
import plans from '@strikewise/messages/catalogue/hi/plans.json'
import retention from '@strikewise/messages/catalogue/hi/retention.json'
import { messages as texts } from './account.po'

export const messages = {
  ...texts,
  ...field,
  ...labelsAccount,
  ...labelsOperator,
  ...labelsPlans,
  ...labelsSite,
  ...plans,
  ...signals,
  ...retention,
}
