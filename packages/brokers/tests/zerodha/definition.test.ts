import { runDefinition } from '@strikewise/broker-conformance/run-definition.ts'
import { ZERODHA } from '../../src/zerodha/definition.ts'

runDefinition(ZERODHA)
