import agent from '@strikewise/messages/catalogue/hi/agent.json'
import candle from '@strikewise/messages/catalogue/hi/candle.json'
import flip from '@strikewise/messages/catalogue/hi/flip.json'
import flows from '@strikewise/messages/catalogue/hi/flows.json'
import indicator from '@strikewise/messages/catalogue/hi/indicator.json'
import labelsTrading from '@strikewise/messages/catalogue/hi/labels-trading.json'
import noTrade from '@strikewise/messages/catalogue/hi/no-trade.json'
import optionChain from '@strikewise/messages/catalogue/hi/option-chain.json'
import rangeFilter from '@strikewise/messages/catalogue/hi/range-filter.json'
import spike from '@strikewise/messages/catalogue/hi/spike.json'

/** What agents and the engine say. */
export const messages = {
  ...agent,
  ...candle,
  ...flip,
  ...flows,
  ...indicator,
  ...labelsTrading,
  ...noTrade,
  ...optionChain,
  ...rangeFilter,
  ...spike,
}
