import { EXIT, Failure } from '@signet/command-line'
import type { Verdict as ReceiptVerdict } from '@signet/verify-receipt'
import { type VerifyFlags, verdictOf } from '@signet/verify-receipt/command-line'
import { type Content, contentSha256 } from '../content.ts'
import { POLICIES, policySha256 } from '../policies/policies.ts'
import type { Policy } from '../policies/policy.ts'
import { validate } from '../verdict.ts'
import { readContentFile, readPolicy } from './input.ts'

interface Finding {
  readonly name: 'receipt' | 'kind' | 'content' | 'policy' | 'score' | 'gaps'
  readonly passes: boolean
  readonly detail: string
}

interface Flags extends Pick<VerifyFlags, 'key' | 'log' | 'offline'> {
  readonly content?: string | undefined
  readonly policy?: string | undefined
  readonly json?: boolean | undefined
}

const KIND = 'evidence.publish'

const receiptFinding = ({ valid, hash, issuer, checks, keysFrom }: ReceiptVerdict): Finding => {
  const failed = Object.entries(checks).filter(([, { status }]) => status === 'fail')
  const keys = keysFrom === 'file' ? '; the key is from the same file' : ''
  const detail = valid
    ? `${hash}, issued by ${issuer}${keys}`
    : failed.map(([name, check]) => `${name}: ${check.detail}`).join('; ')
  return { name: 'receipt', passes: valid, detail }
}

/** Finds the policy of the receipt by its hash, among the built-in policies or in the given file. */
const policyOf = async ({ policy }: ReceiptVerdict, file: string | undefined): Promise<Policy | undefined> => {
  const policies = file === undefined ? POLICIES : [await readPolicy(file)]
  return policies.find((each) => policySha256(each) === policy?.sha256)
}

const policyFinding = ({ policy }: ReceiptVerdict, policyFound: Policy | undefined): Finding => {
  const policyName = policy ? `${policy.id}@${policy.version}, sha256 ${policy.sha256}` : 'none'
  const missing = `${policyName}, which is not built in: pass the organization's policy with --policy FILE`
  return { name: 'policy', passes: policyFound !== undefined, detail: policyFound ? policyName : missing }
}

const compare = (name: 'content' | 'score' | 'gaps', actual: unknown, expected: unknown): Finding => ({
  name,
  passes: actual === expected,
  detail: actual === expected ? String(actual) : `${actual}, but the receipt has ${expected}`,
})

const findingsOf = async (receipt: ReceiptVerdict, content: Content, flags: Flags): Promise<readonly Finding[]> => {
  const isKind = receipt.kind === KIND
  const kind: Finding = { name: 'kind', passes: isKind, detail: isKind ? KIND : `${receipt.kind}, not ${KIND}` }
  if (!isKind) return [receiptFinding(receipt), kind]
  const policy = await policyOf(receipt, flags.policy)
  const verdict = policy && validate(content, policy)
  return [
    ...[receiptFinding(receipt), kind, compare('content', contentSha256(content), receipt.subject?.sha256)],
    policyFinding(receipt, policy),
    ...(verdict
      ? [
          compare('score', verdict.score, receipt.result.score),
          compare('gaps', verdict.gapCount, receipt.result.finalGaps),
        ]
      : []),
  ]
}

/**
 * Verifies the receipt of an attested text, and checks the text again.
 * @returns 0 if all checks pass, else 1
 * @throws Error for incorrect usage and for an unreadable file
 */
export const verify = async (
  paths: readonly string[],
  flags: Flags,
  { out }: { out(text: string): void },
): Promise<number> => {
  const [receiptPath, ...otherPaths] = paths
  if (receiptPath === undefined || otherPaths.length > 0 || flags.content === undefined)
    throw new Failure(EXIT.usage, 'verify requires one receipt and --content FILE. See evidence --help')
  const { content } = await readContentFile(flags.content)
  const findings = await findingsOf(await verdictOf(receiptPath, flags), content, flags)
  const allPass = findings.every((finding) => finding.passes)
  if (flags.json) out(`${JSON.stringify({ passes: allPass, findings }, null, 2)}\n`)
  else {
    const lines = findings.map(
      ({ name, passes, detail }) => `  ${name.padEnd(8)} ${passes ? 'pass' : 'FAIL'} ${detail}\n`,
    )
    out(`${allPass ? 'valid' : 'INVALID'}\n\n${lines.join('')}`)
  }
  return allPass ? EXIT.ok : EXIT.failed
}
