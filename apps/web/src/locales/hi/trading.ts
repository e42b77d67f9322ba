import field from '@strikewise/messages/catalogue/hi/field.json'
import labelsAccount from '@strikewise/messages/catalogue/hi/labels-account.json'
import labelsReport from '@strikewise/messages/catalogue/hi/labels-report.json'
import publicLog from '@strikewise/messages/catalogue/hi/public-log.json'
import { messages as signals } from './signals.ts'
import { messages as texts } from './trading.po'

export const messages = { ...texts, ...field, ...labelsAccount, ...labelsReport, ...publicLog, ...signals }
