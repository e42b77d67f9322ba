import { createDecipheriv, createECDH, hkdfSync } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { areKeysUsable, encryptPush, encryptWith } from './encrypt-push.ts'

/** RFC 8291, appendix A. */
const EXAMPLE = {
  text: 'When I grow up, I want to be a watermelon',
  senderPrivate: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw',
  p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
  auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  salt: 'DGv6ra1nlYgDCS1FRnbzlw',
  body: 'DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN',
}

/** What a browser does with a body. */
function decrypt(body: Buffer, receiver: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16)
  const sender = body.subarray(21, 21 + body[20]!)
  const sealed = body.subarray(21 + body[20]!)
  const context = Buffer.concat([Buffer.from('WebPush: info\0'), receiver.getPublicKey(), sender])
  const shared = Buffer.from(hkdfSync('sha256', receiver.computeSecret(sender), auth, context, 32))
  const key = Buffer.from(hkdfSync('sha256', shared, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16))
  const nonce = Buffer.from(hkdfSync('sha256', shared, salt, Buffer.from('Content-Encoding: nonce\0'), 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce)
  decipher.setAuthTag(sealed.subarray(-16))
  const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()])
  expect(plain.at(-1)).toBe(2)
  return plain.subarray(0, -1).toString()
}

describe('a push message', () => {
  it('is encrypted as in the example of RFC 8291', () => {
    const sender = createECDH('prime256v1')
    sender.setPrivateKey(Buffer.from(EXAMPLE.senderPrivate, 'base64url'))
    const body = encryptWith(EXAMPLE.text, EXAMPLE, sender, Buffer.from(EXAMPLE.salt, 'base64url'))
    expect(body.toString('base64url')).toBe(EXAMPLE.body)
  })

  it.each(['', 'a', 'ट्रेड बंद हुआ: ₹1,234.50', '😀\0\u0002', 'x'.repeat(3_000)])(
    'is read by its browser, and is never encrypted alike twice: %j',
    (text) => {
      const receiver = createECDH('prime256v1')
      receiver.generateKeys()
      const auth = Buffer.alloc(16, 7)
      const keys = { p256dh: receiver.getPublicKey('base64url'), auth: auth.toString('base64url') }
      const body = encryptPush(text, keys)
      expect(decrypt(body, receiver, auth)).toBe(text)
      expect(body).not.toEqual(encryptPush(text, keys))
      expect(body.length).toBeLessThanOrEqual(4096)
    },
  )
})

describe('keys of a subscription', () => {
  it('are usable as browsers give them', () => expect(areKeysUsable(EXAMPLE)).toBe(true))

  it.each([
    ['a point that is not on the curve', { p256dh: Buffer.concat([Buffer.of(4), Buffer.alloc(64, 9)]) }],
    ['a compressed point', { p256dh: Buffer.from(EXAMPLE.p256dh, 'base64url').subarray(0, 33) }],
    ['no point', { p256dh: Buffer.alloc(0) }],
    ['a short secret', { auth: Buffer.alloc(15) }],
    ['a long secret', { auth: Buffer.alloc(17) }],
  ])('are refused: %s', (_what, change) => {
    const texts = Object.fromEntries(Object.entries(change).map(([name, bytes]) => [name, bytes.toString('base64url')]))
    expect(areKeysUsable({ ...EXAMPLE, ...texts })).toBe(false)
  })
})
