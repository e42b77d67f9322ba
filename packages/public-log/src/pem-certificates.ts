import { X509Certificate } from 'node:crypto'

const BLOCK = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g

/** The certificates in a text of PEM blocks, in DER. Throws where it has none, and for one that cannot be read. */
export function pemCertificates(text: string): readonly Uint8Array[] {
  const blocks = text.match(BLOCK) ?? []
  if (blocks.length === 0) throw new Error('it holds no certificate in PEM')
  return blocks.map((block) => {
    try {
      return new Uint8Array(new X509Certificate(block).raw)
    } catch (error) {
      throw new Error('a certificate in it cannot be read', { cause: error })
    }
  })
}
