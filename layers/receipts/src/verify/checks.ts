import type { KeyFinding } from '../key-verdict.ts'

export type CheckStatus = 'pass' | 'fail' | 'pending' | 'skipped'

export interface Check {
  readonly status: CheckStatus
  /** One of the sentences in `FINDINGS`. */
  readonly detail: string
}

type Findings = Readonly<Record<string, readonly [CheckStatus, string]>>

const KEY_FINDINGS: Readonly<Record<KeyFinding | 'unknown' | 'not_trusted' | 'pinned' | 'unread', Findings[string]>> = {
  active: ['pass', 'The key was valid when the receipt was issued'],
  retired: ['pass', 'The key was valid when the receipt was issued, and was retired later'],
  seen_before_revocation: [
    'pass',
    'The key is revoked, but a witness confirmed the receipt before the revocation, so the receipt still counts',
  ],
  pinned: ['pass', 'The key is the given key. Its validity period is unknown'],
  unknown: ['fail', 'The key is not in the given key sets'],
  not_trusted: ['fail', 'The key is not the given key'],
  outside_window: ['fail', 'The receipt was issued outside the key’s validity period'],
  revoked: ['fail', 'The key is revoked, and no witness confirmed the receipt before the revocation'],
  other_use: ['fail', 'The key is not meant for receipts'],
  unread: ['skipped', 'The receipt cannot be read'],
}

/** Possible findings of each check. The sentences are part of the format: published replies are compared with them. */
export const FINDINGS = {
  payload: {
    good: ['pass', 'The payload is a well-formed receipt'],
    envelope: ['fail', 'The envelope is malformed'],
    malformed: ['fail', 'The payload is not a well-formed receipt'],
    copy: ['fail', 'The copies differ from the signed data'],
  },
  signature: {
    good: ['pass', 'The signature is valid'],
    wrong: ['fail', 'The signature is invalid'],
    unread: ['skipped', 'The key is unknown'],
  },
  key: KEY_FINDINGS,
  chain: {
    first: ['pass', 'The receipt is the first of its organization'],
    linked: ['pass', 'The receipt follows the given previous receipt'],
    broken: ['fail', 'The receipt does not follow the given previous receipt'],
    alone: ['skipped', 'The previous receipt was not given, and is not required'],
  },
  log: {
    included: ['pass', 'The receipt is in the log'],
    cosigned: ['pass', 'The receipt is in the log, confirmed by a witness'],
    pending: ['pending', 'The receipt will be in the log within minutes'],
    no_proof: ['skipped', 'No log proof was given'],
    no_key: ['skipped', 'No log key was given'],
    malformed: ['fail', 'The log proof is malformed'],
    unproven: ['fail', 'The log proof does not include this receipt'],
    unseen: ['pass', 'The receipt is in the log. No known witness has confirmed the entry'],
    unwitnessed: ['fail', 'No known witness confirmed the log entry'],
    unread: ['skipped', 'The receipt cannot be read'],
  },
  claims: {
    shown: ['pass', 'The public claims match the receipt'],
    opened: ['pass', 'The opening proves the private claims'],
    disclosed: ['pass', 'Each disclosed claim matches the receipt'],
    wrong: ['fail', 'The claims do not match the receipt'],
    absent: ['skipped', 'No claims were given'],
  },
  subject: {
    same: ['pass', 'The file matches the subject of the receipt'],
    same_json: ['pass', 'The JSON of the file matches the subject of the receipt'],
    other: ['fail', 'The file does not match the subject of the receipt'],
  },
} as const satisfies Readonly<Record<string, Findings>>

export type CheckName = keyof typeof FINDINGS

export const finding = <Name extends CheckName>(name: Name, code: keyof (typeof FINDINGS)[Name]): Check => {
  const [status, detail] = FINDINGS[name][code] as readonly [CheckStatus, string]
  return { status, detail }
}

/** `subject` exists only if a file was given. */
export type Checks = Readonly<Record<Exclude<CheckName, 'subject'>, Check>> & { readonly subject?: Check }

/** Returns whether a reported check is one of the possible findings. */
export const isFinding = (name: string, reported: unknown): reported is Check => {
  const findings: Findings = Object.hasOwn(FINDINGS, name) ? FINDINGS[name as CheckName] : {}
  const { status, detail } = (typeof reported === 'object' && reported !== null ? reported : {}) as Partial<Check>
  return Object.values(findings).some(([findingStatus, sentence]) => findingStatus === status && sentence === detail)
}

/** Returns whether a receipt is valid: signature and key pass, and no check fails. */
export const isValid = (checks: Checks): boolean =>
  checks.signature.status === 'pass' &&
  checks.key.status === 'pass' &&
  Object.values(checks).every(({ status }) => status !== 'fail')
