import { describe, expect, it } from 'vitest'
import { isPrivateAddress, isPushAddress, publicLookup } from './push-services.ts'

const services = { hosts: ['fcm.googleapis.com', '*.push.apple.com'], sandboxUrl: undefined }

describe('the address of a subscription', () => {
  it.each([
    'https://fcm.googleapis.com/fcm/send/abc:def',
    'https://fcm.googleapis.com:443/wp/abc',
    'https://web.push.apple.com/QGz',
  ])('is taken: %s', (endpoint) => expect(isPushAddress(services, endpoint)).toBe(true))

  it.each([
    'http://fcm.googleapis.com/wp/abc',
    'https://fcm.googleapis.com:8443/wp/abc',
    'https://fcm.googleapis.com.evil.example/wp/abc',
    'https://evil.example/?https://fcm.googleapis.com/',
    'https://fcm.googleapis.com@evil.example/wp/abc',
    'https://user:word@fcm.googleapis.com/wp/abc',
    'https://push.apple.com/abc',
    'https://evilpush.apple.com.example/abc',
    'https://127.0.0.1/wp/abc',
    'https://2130706433/wp/abc',
    'https://0x7f.1/wp/abc',
    'https://[::1]/wp/abc',
    'https://[::ffff:127.0.0.1]/wp/abc',
    'https://localhost/wp/abc',
    'https://169.254.169.254/latest/meta-data',
    'file:///etc/passwd',
    'not an address',
    '',
  ])('is refused: %s', (endpoint) => expect(isPushAddress(services, endpoint)).toBe(false))

  it('is the sandbox’s alone where the outside world is the sandbox', () => {
    const sandbox = { ...services, sandboxUrl: 'http://127.0.0.1:8090' }
    expect(isPushAddress(sandbox, 'http://127.0.0.1:8090/push/send/abc')).toBe(true)
    for (const other of ['http://127.0.0.1:8091/push/send/abc', 'https://fcm.googleapis.com/wp/abc'])
      expect(isPushAddress(sandbox, other)).toBe(false)
  })
})

describe('a name', () => {
  it.each([
    '127.0.0.1',
    '10.1.2.3',
    '172.31.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '0.0.0.0',
    '::1',
    '::',
    'fd00::1',
    'fe80::1',
    '::ffff:10.0.0.1',
  ])('that leads to %s is refused', (address) => expect(isPrivateAddress(address)).toBe(true))

  it.each(['142.250.77.170', '17.253.144.10', '2404:6800:4009:80b::200a'])('that leads to %s is asked', (address) =>
    expect(isPrivateAddress(address)).toBe(false),
  )

  it('of this machine is not connected to', async () => {
    const error = await new Promise((resolve) => publicLookup('localhost', { all: true }, (failed) => resolve(failed)))
    expect((error as Error).message).toBe('the name of the push service leads to a private address')
  })
})
