// @invariant no-secret-leaves
import assert from 'node:assert/strict'
import { MAX_FOREIGN_TEXT } from '@strikewise/domain/text/storable-text.ts'
import { acceptedId, restingOrder, valueOf, yes } from './steps.ts'
import type { BrokerCase } from './broker-bench.ts'

/** What the adapter may put before the broker's words. */
const OWN_WORDS = 100

/** A broker’s text is stored and shown: it is cut and cleaned, holds no secret and settles nothing. */
export const HOSTILE_TEXT_CASES: readonly BrokerCase[] = [
  ...(['place', 'modify', 'cancel'] as const).map((call): BrokerCase => ({
    name: `${call}: passes on no secret, no control character and no endless text of the broker`,
    needs: ['hostile_text'],
    async run(bench) {
      const { port } = bench
      const orderId = acceptedId(await port.place(await restingOrder(bench, 'e1'), yes))
      const secrets = await bench.hostileText()
      assert.ok(secrets.length > 0)
      const request = await restingOrder(bench, 'e2')
      const answer =
        call === 'place'
          ? await port.place(request, yes)
          : call === 'modify'
            ? await port.modify(orderId, { ...request.terms, quantity: 2 * bench.contract.lotSize }, yes)
            : await port.cancel(orderId, yes)
      assert.notEqual(answer.type, 'accepted')
      const text = answer.type === 'refused' ? answer.text : answer.type === 'in_doubt' ? answer.why : ''
      expectHarmless(text, secrets)
    },
  })),
  {
    name: 'a row of the book passes on no secret, no control character and no endless text',
    needs: ['hostile_row'],
    async run(bench) {
      const secrets = await bench.hostileRow()
      assert.ok(secrets.length > 0)
      const texts = valueOf(await bench.port.orders()).map(({ message }) => message ?? '')
      for (const text of texts.filter((one) => one !== '')) expectHarmless(text, secrets)
      assert.ok(
        texts.some((text) => text !== ''),
        'no row has a message',
      )
    },
  },
]

/** The text is cut and cleaned, and holds none of the secrets. */
function expectHarmless(text: string, secrets: readonly string[]): void {
  assert.ok(text.length > 0 && text.length <= MAX_FOREIGN_TEXT + OWN_WORDS, `${text.length} characters`)
  for (const secret of secrets) assert.ok(!text.includes(secret), 'a secret is passed on')
  assert.ok(!/\p{Cc}/u.test(text), 'a control character is passed on')
  assert.ok(text.isWellFormed(), 'half a character is passed on')
}
