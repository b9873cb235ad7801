import { GetPublicKeyCommand, type KMSClient, SignCommand } from '@aws-sdk/client-kms'
import { rawOfSpki, thumbprint } from '../public-keys.ts'
import { requireSignable, type Signer } from '../signer.ts'

/** Signs with a key that never leaves AWS KMS (`ECC_NIST_EDWARDS25519`). */
export class KmsEd25519Signer implements Signer {
  readonly kid: string
  readonly publicKey: Uint8Array
  readonly #kms: KMSClient
  readonly #keyId: string

  private constructor(kms: KMSClient, keyId: string, publicKey: Uint8Array) {
    this.#kms = kms
    this.#keyId = keyId
    this.publicKey = publicKey
    this.kid = thumbprint(publicKey)
  }

  /**
   * Reads the public half of a key, from which `kid` is derived.
   * @throws TypeError for a key of another type, and errors of KMS.
   */
  static async open(kms: KMSClient, keyId: string): Promise<KmsEd25519Signer> {
    const { PublicKey } = await kms.send(new GetPublicKeyCommand({ KeyId: keyId }))
    const publicKey = PublicKey && rawOfSpki(PublicKey)
    if (!publicKey) throw new TypeError(`The key ${keyId} is not an Ed25519 key`)
    return new KmsEd25519Signer(kms, keyId, publicKey)
  }

  /** `RAW` selects pure Ed25519. KMS signatures of digests use another variant, which verifiers reject. */
  async sign(message: Uint8Array): Promise<Uint8Array> {
    requireSignable(message)
    const { Signature } = await this.#kms.send(
      new SignCommand({
        KeyId: this.#keyId,
        Message: message,
        MessageType: 'RAW',
        SigningAlgorithm: 'ED25519_SHA_512',
      }),
    )
    if (Signature?.length !== 64) throw new TypeError(`The key ${this.#keyId} did not return a signature of 64 bytes`)
    return Signature
  }
}
