import field from '@strikewise/messages/catalogue/hi/field.json'
import labelsAccount from '@strikewise/messages/catalogue/hi/labels-account.json'
import labelsAgents from '@strikewise/messages/catalogue/hi/labels-agents.json'
import labelsPlans from '@strikewise/messages/catalogue/hi/labels-plans.json'
import labelsReport from '@strikewise/messages/catalogue/hi/labels-report.json'
import legal from '@strikewise/messages/catalogue/hi/legal.json'
import { messages as signals } from './signals.ts'
import { messages as texts } from './site.po'

export const messages = {
  ...texts,
  ...field,
  ...labelsAccount,
  ...labelsAgents,
  ...labelsPlans,
  ...labelsReport,
  ...legal,
  ...signals,
}
