import type { Route } from '@strikewise/wire/route.ts'
import { ROUTES } from '@strikewise/wire/routes.ts'
import { answered, settleByReference } from '../plans/checkouts.ts'
import { PaymentError } from '../plans/payment-provider.ts'
import { checkoutService } from '../plans/payment-services.ts'
import { DomainError } from '../domain-error.ts'
import { authorize } from './authorize.ts'
import { ANONYMOUS } from './principals.ts'
import { API_HEADERS } from './security-headers.ts'
import type { WebDependencies } from './web-dependencies.ts'

/**
 * POST /payments/events: the payment provider says that something happened. The signature is over the bytes as they came.
 * What happened is looked up at the provider, so an event that comes twice, late or out of order changes nothing.
 */
export async function handlePaymentEvent(parts: WebDependencies, request: Request, address: string): Promise<Response> {
  authorize('paymentEvent', ROUTES.paymentEvent satisfies Route, ANONYMOUS, address, parts)
  const desk = checkoutService(parts)
  // Where no provider sends events no signature can fit.
  if (desk === undefined) throw new DomainError({ code: 'problem.bad_request.signature' })
  const body = await request.text()
  let reference: string | undefined
  try {
    reference = desk.provider.checkoutOf({ body, signature: request.headers.get('x-razorpay-signature') ?? '' })
  } catch (error) {
    if (!(error instanceof PaymentError)) throw error
    throw new DomainError({ code: 'problem.bad_request.signature' })
  }
  // A failure makes the provider send it again.
  if (reference !== undefined) await answered(desk, settleByReference(desk, reference))
  return new Response('{"ok":true}', {
    headers: { ...API_HEADERS, 'content-type': 'application/json; charset=utf-8' },
  })
}
