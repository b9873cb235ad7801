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
  readonly holds: boolean
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
  return { name: 'receipt', holds: valid, detail }
}

/** Finds the policy of the receipt by its hash, among the built-in policies or in the given file. */
const policyOf = async ({ policy }: ReceiptVerdict, file: string | undefined): Promise<Policy | undefined> => {
  const policies = file === undefined ? POLICIES : [await readPolicy(file)]
  return policies.find((each) => policySha256(each) === policy?.sha256)
}

const policyFinding = ({ policy }: ReceiptVerdict, here: Policy | undefined): Finding => {
  const policyName = policy ? `${policy.id}@${policy.version}, sha256 ${policy.sha256}` : 'none'
  const missing = `${policyName}, which is not built in: pass the organization's policy with --policy FILE`
  return { name: 'policy', holds: here !== undefined, detail: here ? policyName : missing }
}

const compared = (name: 'content' | 'score' | 'gaps', mine: unknown, theirs: unknown): Finding => ({
  name,
  holds: mine === theirs,
  detail: mine === theirs ? String(mine) : `${mine}, but the receipt has ${theirs}`,
})

const findings = async (receipt: ReceiptVerdict, content: Content, flags: Flags): Promise<readonly Finding[]> => {
  const isKind = receipt.kind === KIND
  const kind: Finding = { name: 'kind', holds: isKind, detail: isKind ? KIND : `${receipt.kind}, not ${KIND}` }
  if (!isKind) return [receiptFinding(receipt), kind]
  const policy = await policyOf(receipt, flags.policy)
  const verdict = policy && validate(content, policy)
  return [
    ...[receiptFinding(receipt), kind, compared('content', contentSha256(content), receipt.subject?.sha256)],
    policyFinding(receipt, policy),
    ...(verdict
      ? [
          compared('score', verdict.score, receipt.result.score),
          compared('gaps', verdict.gapCount, receipt.result.finalGaps),
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
  places: readonly string[],
  flags: Flags,
  { out }: { out(text: string): void },
): Promise<number> => {
  const [receiptPath, ...more] = places
  if (receiptPath === undefined || more.length > 0 || flags.content === undefined)
    throw new Failure(EXIT.usage, 'verify requires one receipt and --content FILE. See evidence --help')
  const { content } = await readContentFile(flags.content)
  const all = await findings(await verdictOf(receiptPath, flags), content, flags)
  const holds = all.every((finding) => finding.holds)
  if (flags.json) out(`${JSON.stringify({ holds, findings: all }, null, 2)}\n`)
  else {
    const lines = all.map(
      ({ name, holds: isGood, detail }) => `  ${name.padEnd(8)} ${isGood ? 'pass' : 'FAIL'} ${detail}\n`,
    )
    out(`${holds ? 'valid' : 'INVALID'}\n\n${lines.join('')}`)
  }
  return holds ? EXIT.ok : EXIT.failed
}
