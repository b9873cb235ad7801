import type { Envelope } from '../envelope.ts'

const MEDIA_TYPE = 'application/vnd.dev.sigstore.bundle.v0.3+json'

/**
 * A receipt in the format of Sigstore tools. It contains only the ID of the key; the tools take the key as an argument.
 */
export interface SigstoreBundle {
  readonly mediaType: typeof MEDIA_TYPE
  readonly verificationMaterial: { readonly publicKey: { readonly hint: string } }
  readonly dsseEnvelope: Envelope
}

/** Returns the bundle of an envelope (protobuf-specs, bundle 0.3). */
export const sigstoreBundle = (envelope: Envelope): SigstoreBundle => ({
  mediaType: MEDIA_TYPE,
  verificationMaterial: { publicKey: { hint: envelope.signatures[0]?.keyid ?? '' } },
  dsseEnvelope: envelope,
})

/** Returns the envelope of a bundle that this library created; undefined for any other bundle. */
export const envelopeOfBundle = ({
  mediaType,
  verificationMaterial,
  dsseEnvelope,
}: Partial<SigstoreBundle>): unknown => {
  const keyid = dsseEnvelope?.signatures?.[0]?.keyid
  const isOwnBundle = mediaType === MEDIA_TYPE && keyid !== undefined && verificationMaterial?.publicKey?.hint === keyid
  return isOwnBundle ? dsseEnvelope : undefined
}
