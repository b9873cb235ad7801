import { createPrivateKey } from 'node:crypto'
import { LocalEd25519Signer } from '@signet/receipts/local-signer'

/** PKCS 8 of an Ed25519 key, without its seed (RFC 8410). */
const PKCS8_PREFIX = '302e020100300506032b657004220420'

const pemOfSeed = (seedHex: string): string =>
  createPrivateKey({ key: Buffer.from(PKCS8_PREFIX + seedHex, 'hex'), format: 'der', type: 'pkcs8' })
    .export({ type: 'pkcs8', format: 'pem' })
    .toString()

export const signerOfSeed = (seedHex: string): LocalEd25519Signer => new LocalEd25519Signer(pemOfSeed(seedHex))

/** RFC 8032, section 7.1, test 1: a public key pair, so it signs only examples. */
export const RFC_SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60'
