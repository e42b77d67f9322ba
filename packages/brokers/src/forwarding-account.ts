import type { BrokerAccount } from './broker-account.ts'

/** `broker` with each call passed on as it is: for what stands before it and changes one of them. */
export function forwardingAccount(broker: BrokerAccount): BrokerAccount {
  return {
    profile: broker.profile,
    place: (order, guard) => broker.place(order, guard),
    modify: (orderId, terms, guard) => broker.modify(orderId, terms, guard),
    cancel: (orderId, guard) => broker.cancel(orderId, guard),
    orders: () => broker.orders(),
    history: (orderId) => broker.history(orderId),
    trades: () => broker.trades(),
    positions: () => broker.positions(),
    funds: () => broker.funds(),
    // A broker that shows no time has no such method, and the core asks for that.
    ...(broker.brokerTime === undefined ? {} : { brokerTime: () => broker.brokerTime?.() }),
    updates: (listener) => broker.updates(listener),
    refresh: () => broker.refresh(),
    close: () => broker.close(),
  }
}
