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
  /** No check failed, and the signature and its key were verified. If false, do not rely on any other member. */
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
  /** `file` if only the file states whose key it is: compare `kid` with the issuer's. */
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

/** Inputs that the reader trusts. Each replaces the corresponding content of the file. */
export interface TrustedInputs {
  /** The issuer's `/.well-known/jwks.json`, parsed. */
  readonly jwks?: unknown
  /** Public key in PEM: receipts of other keys are not valid. */
  readonly key?: string
  /** Keys of the log and its witnesses, one per line: the issuer's `/.well-known/log-vkey`. */
  readonly log?: string
  /**
   * If `log` contains a witness key, requires that a witness has seen the receipt. Otherwise a missing cosignature is
   * accepted.
   */
  readonly isWitnessRequired?: boolean
  readonly subject?: Uint8Array
  /** The envelope of the previous receipt, parsed. */
  readonly previous?: unknown
  /** Public claims, an opening, or a list of disclosures, parsed; for files that do not contain them. */
  readonly claims?: unknown
}

/** An input cannot be read: the file is not a receipt, or a key is malformed. */
export class UnreadableInput extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'UnreadableInput'
  }
}

const reading = <Value>(read: () => Value): Value => {
  try {
    return read()
  } catch (error) {
    throw new UnreadableInput((error as Error).message)
  }
}

const opened = (file: Uint8Array | string): ReceiptFile =>
  reading(() => readReceiptFile(typeof file === 'string' ? new TextEncoder().encode(file) : file))

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
  ...(log !== undefined && { logKeys: reading(() => readLogKeys(log)) }),
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
 * access and requires only WebCrypto with Ed25519: Node 20, or a browser of 2025.
 * @throws UnreadableInput for a file without a receipt, and for malformed keys.
 */
export const verifyReceipt = async (file: Uint8Array | string, trusted: TrustedInputs = {}): Promise<Verdict> => {
  const { evidence, ...read } = opened(file)
  const given = { ...read, evidence: { ...evidence, ...claimsEvidence(trusted.claims) } }
  return verdictOf(await verifyFile(given, trustOf(trusted)))
}

/** Verifies the text of a file, such as text pasted into a page. */
export const verifyReceiptText = (text: string, trusted: TrustedInputs = {}): Promise<Verdict> =>
  verifyReceipt(text.trim(), trusted)

/**
 * Returns the issuer that a receipt names, where its keys are published; undefined if the file contains no receipt. The
 * name is not verified.
 */
export const claimedIssuer = (file: Uint8Array | string): string | undefined => {
  try {
    return readStatement(readEnvelope(opened(file).evidence.envelope).body).predicate.issuer
  } catch {
    return undefined
  }
}
