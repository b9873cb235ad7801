import {
  type Evidence,
  type FileVerdict,
  type ReceiptFile,
  rawOfPem,
  readEnvelope,
  readJwks,
  readLogKeys,
  readReceiptFile,
  readStatement,
  type Trust,
  verifyFile,
} from '@signet/receipts'

export interface Check {
  readonly status: 'pass' | 'fail' | 'pending' | 'skipped'
  readonly detail: string
}

export interface Verdict {
  /** True if no check failed, and signature and key were verified. If false, do not rely on any other field. */
  readonly valid: boolean
  readonly checks: {
    readonly payload: Check
    readonly signature: Check
    readonly key: Check
    readonly chain: Check
    readonly log: Check
    readonly claims: Check
    readonly subject?: Check
  }
  /**
   * Source of the issuer keys. `reader`: given as input. `file`: read from the file, so compare `kid` with the issuer's
   * published keys.
   */
  readonly keysFrom: 'reader' | 'file'
  /** SHA-256 of the payload, which identifies the receipt; null if the payload is not a receipt. */
  readonly hash: string | null
  readonly kind: string | null
  readonly issuedAt: string | null
  readonly issuer: string | null
  readonly kid: string | null
  readonly subject: { readonly name: string; readonly sha256: string } | null
  readonly policy: { readonly id: string; readonly version: string; readonly sha256: string } | null
  readonly result: Readonly<Record<string, number>>
  readonly log: {
    readonly origin: string
    readonly index: number
    readonly treeSize: number
    readonly witnesses: readonly { readonly name: string; readonly at: string }[]
  } | null
  readonly claims: unknown
  readonly status: { readonly state: string; readonly at: string | null; readonly by: string | null } | null
}

/** Inputs that you trust. Each replaces the corresponding content of the file. */
export interface TrustedInputs {
  /** The issuer's `/.well-known/jwks.json`, parsed. */
  readonly jwks?: unknown
  /** Public key in PEM. Receipts that other keys signed are not valid. */
  readonly key?: string
  /** Keys of the log and its witnesses, one per line: the issuer's `/.well-known/log-vkey`. */
  readonly log?: string
  /**
   * If `log` contains a witness key, requires the cosignature of a witness. By default, a missing cosignature is
   * accepted.
   */
  readonly isWitnessRequired?: boolean
  readonly subject?: Uint8Array
  /** The envelope of the previous receipt, parsed. */
  readonly previous?: unknown
  /** Public claims, an opening, or a list of disclosures, parsed; for files that do not contain them. */
  readonly claims?: unknown
}

/** An input cannot be read. For example, the file is not a receipt, or a key is malformed. */
export class UnreadableInput extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableInput'
  }
}

const withReadErrors = <Value>(parse: () => Value): Value => {
  try {
    return parse()
  } catch (error) {
    throw new UnreadableInput((error as Error).message)
  }
}

const readFile = (file: Uint8Array | string): ReceiptFile =>
  withReadErrors(() => readReceiptFile(typeof file === 'string' ? new TextEncoder().encode(file) : file))

const pinnedKey = (pem: string): Uint8Array => {
  const raw = rawOfPem(pem)
  if (!raw) throw new UnreadableInput('The key is not an Ed25519 public key in PEM')
  return raw
}

const claimsEvidence = (claims: unknown): Pick<Evidence, 'publicClaims' | 'opening' | 'disclosures'> => {
  if (claims === undefined) return {}
  if (Array.isArray(claims)) return { disclosures: claims }
  const isOpening = typeof claims === 'object' && claims !== null && 'salt' in claims && 'claims' in claims
  return isOpening ? { opening: claims } : { publicClaims: claims }
}

const trustOf = ({ jwks, key, log, isWitnessRequired, subject, previous }: TrustedInputs): Trust => ({
  ...(isWitnessRequired && { isWitnessRequired }),
  ...(jwks !== undefined && { keys: readJwks(jwks) }),
  ...(key !== undefined && { pinnedKeys: [pinnedKey(key)] }),
  ...(log !== undefined && { logKeys: withReadErrors(() => readLogKeys(log)) }),
  ...(subject && { subject }),
  ...(previous !== undefined && { previous }),
})

const verdictOf = ({ statement, log, valid, checks, keysFrom, hash, kid, claims, status }: FileVerdict): Verdict => {
  const { kind, issuedAt, issuer, result, policy } = statement?.predicate ?? {}
  const [subject] = statement?.subject ?? []
  return {
    valid,
    checks,
    keysFrom,
    hash: hash ?? null,
    kind: kind ?? null,
    issuedAt: issuedAt ?? null,
    issuer: issuer ?? null,
    kid: kid ?? null,
    result: result ?? {},
    claims: claims ?? null,
    policy: policy ?? null,
    subject: subject ? { name: subject.name, sha256: subject.digest.sha256 } : null,
    log: log
      ? {
          origin: log.checkpoint.origin,
          index: log.index,
          treeSize: log.checkpoint.size,
          witnesses: log.cosignatures.map(({ name, at }) => ({ name, at: at.toISOString() })),
        }
      : null,
    status: status ? { state: status.state, at: status.at, by: status.by } : null,
  }
}

/**
 * Verifies the receipt of a file: `.json`, `.dsse.json`, `.sigstore.json`, or the offline kit. Works without network
 * access and requires only WebCrypto with Ed25519: Node 20 or later, or a browser from 2025 or later.
 * @throws UnreadableInput for a file without a receipt, and for malformed keys.
 */
export const verifyReceipt = async (file: Uint8Array | string, trusted: TrustedInputs = {}): Promise<Verdict> => {
  const { evidence, ...rest } = readFile(file)
  const receiptFile = { ...rest, evidence: { ...evidence, ...claimsEvidence(trusted.claims) } }
  return verdictOf(await verifyFile(receiptFile, trustOf(trusted)))
}

/** Verifies the text of a file, such as text pasted into a page. */
export const verifyReceiptText = (text: string, trusted: TrustedInputs = {}): Promise<Verdict> =>
  verifyReceipt(text.trim(), trusted)

/**
 * Returns the URL of the issuer that a receipt names, at which its keys are published; undefined if the file contains
 * no receipt. The receipt is not verified.
 */
export const claimedIssuer = (file: Uint8Array | string): string | undefined => {
  try {
    return readStatement(readEnvelope(readFile(file).evidence.envelope).body).predicate.issuer
  } catch {
    return undefined
  }
}
