/** This browser's subscription to push messages; null: it has none, or can have none. */
export async function ownSubscription(): Promise<PushSubscription | null> {
  if (!('serviceWorker' in navigator && 'PushManager' in globalThis)) return null
  const worker = await navigator.serviceWorker.getRegistration()
  return worker === undefined ? null : worker.pushManager.getSubscription()
}

/** Ends this browser's subscription, if it has one: its push service takes nothing more for it. */
export async function unsubscribeBrowser(): Promise<void> {
  await (await ownSubscription())?.unsubscribe()
}
