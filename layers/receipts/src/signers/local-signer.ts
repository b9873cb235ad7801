import { createPrivateKey, createPublicKey, type KeyObject, sign } from 'node:crypto'
import { rawOfSpki, thumbprint } from '../public-keys.ts'
import { requireSignable, type Signer } from '../signer.ts'

/** Signs with a key in memory, from a file or a secret: for tests, other issuers and the command line. */
export class LocalEd25519Signer implements Signer {
  readonly kid: string
  readonly publicKey: Uint8Array
  readonly #key: KeyObject

  /** @param privateKey PKCS 8 in PEM. @throws TypeError for any other key; the error does not contain the key. */
  constructor(privateKey: string) {
    this.#key = createPrivateKey(privateKey)
    if (this.#key.asymmetricKeyType !== 'ed25519') throw new TypeError('The private key is not an Ed25519 key')
    const der = createPublicKey(this.#key).export({ type: 'spki', format: 'der' })
    const publicKey = rawOfSpki(new Uint8Array(der))
    if (!publicKey) throw new TypeError('The private key has no public half')
    this.publicKey = publicKey
    this.kid = thumbprint(publicKey)
  }

  async sign(message: Uint8Array): Promise<Uint8Array> {
    requireSignable(message)
    return new Uint8Array(sign(null, message, this.#key))
  }
}
