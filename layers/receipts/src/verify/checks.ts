import type { KeyFinding } from '../key-verdict.ts'

export type CheckStatus = 'pass' | 'fail' | 'pending' | 'skipped'

export interface Check {
  readonly status: CheckStatus
  /** One of the fixed sentences; it reveals no more than the status. */
  readonly detail: string
}

type Findings = Readonly<Record<string, readonly [CheckStatus, string]>>

const KEY: Readonly<Record<KeyFinding | 'unknown' | 'not_trusted' | 'pinned' | 'unread', Findings[string]>> = {
  active: ['pass', 'The key was valid when the receipt was issued'],
  retired: ['pass', 'The key is retired, and was valid when the receipt was issued'],
  seen_before_revocation: ['pass', 'The key is revoked, and a witness saw the receipt before that'],
  pinned: ['pass', 'The key is the one that was given; nothing is known of its time'],
  unknown: ['fail', 'The key is in no key set that was given'],
  not_trusted: ['fail', 'The key is not the one that was given'],
  outside_window: ['fail', 'The receipt was issued outside of the time of the key'],
  revoked: ['fail', 'The key is revoked, and no witness saw the receipt before that'],
  other_use: ['fail', 'The key is not for receipts'],
  unread: ['skipped', 'There is no receipt to look for a key for'],
}

/** Possible findings of each check. The sentences are part of the format: published replies are compared with them. */
export const FINDINGS = {
  payload: {
    good: ['pass', 'The payload is a receipt of this format'],
    envelope: ['fail', 'The envelope is malformed'],
    malformed: ['fail', 'The payload is no receipt of this format'],
    copy: ['fail', 'What stands beside the envelope is not what the envelope says'],
  },
  signature: {
    good: ['pass', 'The signature is of these bytes, by the key'],
    wrong: ['fail', 'The signature is not of these bytes by the key'],
    unread: ['skipped', 'There is no key to check the signature with'],
  },
  key: KEY,
  chain: {
    first: ['pass', 'The receipt is the first of its organization'],
    linked: ['pass', 'The receipt follows the one that was given as the one before'],
    broken: ['fail', 'The receipt does not follow the one that was given as the one before'],
    alone: ['skipped', 'The receipt before was not given'],
  },
  log: {
    included: ['pass', 'The receipt is in the log'],
    cosigned: ['pass', 'The receipt is in the log, and a witness saw it'],
    pending: ['pending', 'The receipt will be in the log within minutes'],
    no_proof: ['skipped', 'No proof of the log was given'],
    no_key: ['skipped', 'No key of the log was given'],
    malformed: ['fail', 'The proof of the log is malformed'],
    unproven: ['fail', 'The proof does not show the receipt in a log with a key that was given'],
    unseen: ['pass', 'The receipt is in the log; no witness whose key is known has seen it there'],
    unwitnessed: ['fail', 'No witness whose key was given has seen the receipt in the log'],
    unread: ['skipped', 'There is no receipt to look for in the log'],
  },
  claims: {
    shown: ['pass', 'The public claims are those of the receipt'],
    opened: ['pass', 'The opening proves the private claims'],
    disclosed: ['pass', 'Each claim that is shown is one of the receipt'],
    wrong: ['fail', 'The claims are not those of the receipt'],
    absent: ['skipped', 'The claims of the receipt were not given'],
  },
  subject: {
    same: ['pass', 'The file is what the receipt is about'],
    same_json: ['pass', 'The file says the JSON that the receipt is about'],
    other: ['fail', 'The file is not what the receipt is about'],
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
export const isFinding = (name: string, said: unknown): said is Check => {
  const findings: Findings = Object.hasOwn(FINDINGS, name) ? FINDINGS[name as CheckName] : {}
  const { status, detail } = (typeof said === 'object' && said !== null ? said : {}) as Partial<Check>
  return Object.values(findings).some(([each, sentence]) => each === status && sentence === detail)
}

/** Fails closed: a receipt is valid only with a verified signature. */
export const isValid = (checks: Checks): boolean =>
  checks.signature.status === 'pass' &&
  checks.key.status === 'pass' &&
  Object.values(checks).every(({ status }) => status !== 'fail')
