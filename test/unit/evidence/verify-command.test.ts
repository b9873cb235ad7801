import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Content, contentSha256, type Policy, policySha256, validate } from '@signet/evidence'
import { commandLine } from '@signet/evidence/command-line'
import { bodyOf, CHAIN_START, pemOf, publicClaims, seal, statementOf, tenantTag } from '@signet/receipts'
import { LocalEd25519Signer } from '@signet/receipts/local-signer'
import { afterAll, describe, expect, it } from 'vitest'
import { EVIDENCE_PUBLISH, PUBLISH_VERSIONS } from '../../../lambdas/evidence/contract/publish-receipt.ts'
import { EEAT } from './world.ts'

const folder = mkdtempSync(join(tmpdir(), 'evidence-verify-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const file = (value: unknown, ending = 'json'): string => {
  files += 1
  const path = join(folder, `${files}.${ending}`)
  writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
  return path
}

const newSigner = () => {
  const { privateKey } = generateKeyPairSync('ed25519')
  return new LocalEd25519Signer(privateKey.export({ type: 'pkcs8', format: 'pem' }).toString())
}
const signer = newSigner()
const KEY = `--key=${pemOf(signer.publicKey)}`

const CONTENT: Content = { body: 'By Ada Kay\n\nOur bread is the best in the world.\n', title: 'Bread' }

interface ReceiptOptions {
  readonly kind?: typeof EVIDENCE_PUBLISH
  readonly policy?: Policy
  readonly result?: { readonly score?: number; readonly finalGaps?: number }
  readonly by?: LocalEd25519Signer
}

/** Issues a receipt of the content, as the platform does. */
const receipt = async ({
  kind = EVIDENCE_PUBLISH,
  policy = EEAT,
  result = {},
  by = signer,
}: ReceiptOptions = {}): Promise<string> => {
  const { score, gapCount } = validate(CONTENT, policy)
  const { ref } = publicClaims(EVIDENCE_PUBLISH, { title: 'Bread' })
  const statement = statementOf({
    kind,
    issuer: 'https://signet.example',
    issuedAt: new Date('2026-11-27T05:00:00Z'),
    nonce: new Uint8Array(16),
    tenant: tenantTag(new Uint8Array(32), 'org'),
    claims: ref,
    chain: { seq: 1, prev: CHAIN_START },
    versions: PUBLISH_VERSIONS['2'],
    subject: { sha256: contentSha256(CONTENT) },
    policy: { id: policy.id, version: policy.version, sha256: policySha256(policy) },
    result: { score, finalGaps: gapCount, ...result },
  })
  return file(await seal(bodyOf(statement), by))
}

const run = async (...argv: string[]) => {
  const output = { out: '', err: '' }
  const status = await commandLine(['verify', '--offline', ...argv], {
    out: (text) => {
      output.out += text
    },
    err: (text) => {
      output.err += text
    },
  })
  return { status, ...output }
}

/** Names of the failed checks. */
const failedChecks = async (...argv: string[]): Promise<readonly string[]> => {
  const { status, out } = await run(...argv, '--json')
  const { passes, findings } = JSON.parse(out) as { passes: boolean; findings: { name: string; passes: boolean }[] }
  const wrong = findings.filter((finding) => !finding.passes).map(({ name }) => name)
  expect([passes, status]).toEqual([wrong.length === 0, wrong.length === 0 ? 0 : 1])
  return wrong
}

const OWN: Policy = { ...EEAT, id: 'own', requirements: EEAT.requirements.slice(0, 5) }

describe('evidence verify', () => {
  it('passes for a receipt and its text: the same hash, policy and score', async () => {
    const { status, out } = await run(await receipt(), '--content', file(CONTENT), KEY)
    expect([status, out]).toEqual([0, expect.stringMatching(/^valid\n\n {2}receipt {2}pass/)])
    expect(out.match(/pass/g)).toHaveLength(6)
  })

  it('accepts the text with other line ends and other Unicode compositions', async () => {
    const path = file({ ...CONTENT, body: CONTENT.body.replaceAll('\n', ' \r\n') })
    expect(await failedChecks(await receipt(), '--content', path, KEY)).toEqual([])
  })

  it('accepts the attest response as the text', async () => {
    expect(await failedChecks(await receipt(), '--content', file({ receiptHash: 'x', revised: CONTENT }), KEY)).toEqual(
      [],
    )
  })

  it('reports each failed check', async () => {
    const good = await receipt()
    const text = file(CONTENT)
    const other = file({ ...CONTENT, body: `${CONTENT.body}More.` })
    expect(await failedChecks(good, '--content', other, KEY)).toContain('content')
    expect(await failedChecks(await receipt({ result: { score: 99 } }), '--content', text, KEY)).toEqual(['score'])
    expect(await failedChecks(await receipt({ result: { finalGaps: 0 } }), '--content', text, KEY)).toEqual(['gaps'])
    expect(await failedChecks(await receipt({ by: newSigner() }), '--content', text, KEY)).toEqual(['receipt'])
  })

  it('reports a receipt whose payload was changed after signing', async () => {
    const sealed = JSON.parse(readFileSync(await receipt(), 'utf8')) as { payload: string }
    const output = Buffer.from(sealed.payload, 'base64').toString()
    const raised = output.replace(/"score":\d+/, '"score":99')
    expect(raised).not.toBe(output)
    const changed = file({ ...sealed, payload: Buffer.from(raised).toString('base64') })
    expect(await failedChecks(changed, '--content', file(CONTENT), KEY)).toEqual(['receipt', 'score'])
  })

  it('reports a receipt of another kind, and does not check the text with it', async () => {
    const other = await receipt({ kind: { ...EVIDENCE_PUBLISH, kind: 'flow' } })
    expect(await failedChecks(other, '--content', file(CONTENT), KEY)).toContain('kind')
    const { out } = await run(other, '--content', file(CONTENT), KEY)
    expect(out).toContain('flow, not evidence.publish')
    expect(out).not.toContain('score')
  })

  it('identifies a policy by its version too, and requests one that is not built in', async () => {
    const next = await receipt({ policy: { ...EEAT, version: '2099.1.1' } })
    expect(await failedChecks(next, '--content', file(CONTENT), KEY)).toEqual(['policy'])
    expect((await run(next, '--content', file(CONTENT), KEY)).out).toContain('@2099.1.1, sha256')
  })

  it("requires an organization's policy, in the format of the API", async () => {
    const own = await receipt({ policy: OWN })
    const text = file(CONTENT)
    expect(await failedChecks(own, '--content', text, KEY)).toEqual(['policy'])
    expect((await run(own, '--content', text, KEY)).out).toContain('--policy FILE')
    expect(await failedChecks(own, '--content', text, KEY, '--policy', file({ policy: OWN, sha256: 'x' }))).toEqual([])
    expect(await failedChecks(own, '--content', text, KEY, '--policy', file({ ...OWN, name: 'Other' }))).toEqual([
      'policy',
    ])
  })

  it.each([
    ['no text', () => [file({})], 'and --content FILE'],
    ['two receipts', () => [file({}), file({}), '--content', file(CONTENT)], 'and --content FILE'],
    ['no receipt', () => [file({ a: 1 }), '--content', file(CONTENT)], 'evidence: '],
    ['a missing file', () => ['/nowhere', '--content', file(CONTENT)], '/nowhere cannot be read'],
    ['a text without a body', () => [file({}), '--content', file({ title: 'x' })], 'requires a body'],
  ])('refuses %s', async (_, argv, message) => {
    const { status, err } = await run(...argv())
    expect([status, err]).toEqual([2, expect.stringContaining(message)])
  })
})
