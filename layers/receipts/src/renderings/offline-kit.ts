import { receiptHash } from '../body.ts'
import type { Opening } from '../claims.ts'
import { canonicalJson } from '../digest/index.ts'
import type { Disclosure } from '../disclosures.ts'
import type { Envelope } from '../envelope.ts'
import { readEnvelope } from '../envelope-format.ts'
import { jwksOf, type PublicKeyRecord, pemOf, rawOfRecord } from '../public-keys.ts'
import { readStatement } from '../statement-format.ts'
import { kitReadme } from './kit-readme.ts'
import { sigstoreBundle } from './sigstore-bundle.ts'
import { zipOf } from './zip.ts'

export const KIT_FILES = {
  readme: 'README.txt',
  envelope: 'receipt.dsse.json',
  bundle: 'receipt.sigstore.json',
  claims: 'claims.json',
  opening: 'opening.json',
  disclosures: 'disclosures.json',
  key: 'key.pem',
  keys: 'keys.json',
  proof: 'receipt.tlog-proof',
  logKeys: 'log.vkey',
} as const

export interface KitParts {
  readonly envelope: Envelope
  readonly key: PublicKeyRecord
  readonly publicClaims?: unknown
  readonly opening?: Opening
  readonly disclosures?: readonly Disclosure[]
  /** Content of the `.tlog-proof` file; absent until the log contains the receipt. */
  readonly tlogProof?: string
  /** Verifier keys of the log and its witnesses, one per line. */
  readonly logKeys?: readonly string[]
}

const utf8 = new TextEncoder()

/**
 * Returns all files for offline verification (the kit) as a ZIP. The same receipt and state yield the same bytes.
 * Public claims are canonical JSON, so that `sha256sum` prints their digest in the receipt.
 * @throws ReceiptFormatError for an envelope without a receipt, TypeError for a key record with another thumbprint.
 */
export const offlineKit = (parts: KitParts): Uint8Array => {
  const { envelope, key, publicClaims, opening, disclosures, tlogProof, logKeys = [] } = parts
  const { body } = readEnvelope(envelope)
  const publicKey = rawOfRecord(key)
  if (!publicKey) throw new TypeError(`The thumbprint of the key ${key.kid} does not match`)
  const texts: Readonly<Record<string, string>> = {
    [KIT_FILES.readme]: kitReadme(receiptHash(body), readStatement(body), parts),
    [KIT_FILES.envelope]: JSON.stringify(envelope),
    [KIT_FILES.bundle]: JSON.stringify(sigstoreBundle(envelope)),
    ...(publicClaims !== undefined && { [KIT_FILES.claims]: canonicalJson(publicClaims) }),
    ...(opening && { [KIT_FILES.opening]: canonicalJson(opening) }),
    ...(disclosures && { [KIT_FILES.disclosures]: canonicalJson(disclosures) }),
    [KIT_FILES.key]: pemOf(publicKey),
    [KIT_FILES.keys]: JSON.stringify(jwksOf([key])),
    ...(tlogProof !== undefined && { [KIT_FILES.proof]: tlogProof }),
    ...(logKeys.length > 0 && { [KIT_FILES.logKeys]: logKeys.map((line) => `${line}\n`).join('') }),
  }
  return zipOf(Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, utf8.encode(text)])))
}
