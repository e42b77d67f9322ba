import texts from '@strikewise/messages/catalogue/en/labels-site.json'
import { labelSet } from '../lib/message-family.ts'

/** The name of a state by its tax code. */
export const gstStateLabel = labelSet('gst_state', texts)
