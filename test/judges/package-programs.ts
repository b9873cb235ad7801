/** A library and a program that uses it as its README describes; the program fails on an unexpected result. */
interface PackageProgram {
  readonly library: string
  readonly program: string
  /** Further packages that the program needs. */
  readonly extraPackages?: readonly string[]
}

/** Every packed library, with the program that judges it. */
export const PACKAGE_PROGRAMS: readonly PackageProgram[] = [
  {
    library: 'contracts',
    program: `import { endpoint, parseRequest, reply, router, type ReplyOf } from '@signet/contracts'
import { webHandler } from '@signet/contracts/http'
import * as z from 'zod'

const getThing = endpoint({
  name: 'get_thing',
  description: 'Reads a thing.',
  route: 'GET /v2/things/:id',
  authority: 'public',
  request: { params: z.object({ id: z.string() }), query: z.object({ limit: z.int().max(100).default(20) }) },
  responses: { 200: { description: 'The thing.', schema: z.object({ id: z.string(), limit: z.int() }) } },
})
const found = router([getThing]).match('GET', '/v2/things/7')
if (!('endpoint' in found) || found.params.id !== '7') throw new Error('the route was not found')
if (parseRequest(getThing, { params: { id: '7' }, query: { limit: '101' } }).ok) throw new Error('a limit of 101 was accepted')
const answer: ReplyOf<typeof getThing> = reply(200, { id: '7', limit: 20 })
const serve = webHandler({ getThing }, { getThing: ({ params, query }) => reply(200, { ...params, ...query }) })
const response = await serve(new Request('http://localhost/v2/things/7'))
if (JSON.stringify(await response.json()) !== JSON.stringify(answer.body)) throw new Error('the response body differs')
console.log('contracts: passed')
`,
    extraPackages: ['zod@4.6.7'],
  },
  {
    library: 'contract-tools',
    program: `import { endpoint } from '@signet/contracts'
import { diff } from '@signet/contract-tools/diff'
import { generateAll } from '@signet/contract-tools/generate'
import { endpointsIR } from '@signet/contracts/ir'
import * as z from 'zod'

const version = (schema: z.ZodType) =>
  endpointsIR(
    [
      endpoint({
        name: 'getThing',
        description: 'Reads a thing.',
        route: 'GET /v2/things/:id',
        authority: 'public',
        request: { params: z.object({ id: z.string() }) },
        responses: { 200: { description: 'The thing.', schema } },
      }),
    ],
    { name: 'things', version: '1.0.0', description: 'Things.' },
  )
const [before, after] = [version(z.object({ id: z.string(), color: z.string() })), version(z.object({ id: z.string() }))]
const files = Object.keys(generateAll(before))
for (const file of ['openapi.json', 'client.ts']) if (!files.includes(file)) throw new Error('no ' + file)
const changes = diff(before, after).map(({ level }) => level)
if (!changes.includes('major')) throw new Error('a removed field is ' + (changes.join() || 'no change'))
console.log('contract-tools: passed')
`,
  },
  {
    library: 'flags',
    program: `import { createFlags, defineFlags, type Evaluation } from '@signet/flags'
import { startCanary } from '@signet/flags/canary'
import { metricFlusher } from '@signet/flags/metrics'
import { importUnleash, unleashContext, type ImportResult } from '@signet/flags/importers'
import { growthBookHash } from '@signet/flags/importers/bucketings'

const flags = createFlags({
  flags: defineFlags({
    checkout: { type: 'percentage', percentage: 30 },
    color: { type: 'variant', variants: [{ key: 'red', weight: 1 }, { key: 'blue', weight: 3 }] },
  }),
})
const share = Array.from({ length: 10_000 }, (_, i) => flags.isEnabled('checkout', { user: String(i) })).filter(Boolean).length
if (Math.abs(share - 3000) > 200) throw new Error('instead of 30 percent of users, the flag is on for ' + share / 100)
const color: 'red' | 'blue' = flags.getVariant('color', { user: 'ada' })
const evaluation: Evaluation = flags.evaluate('color', { user: 'ada' })
if (evaluation.value !== color) throw new Error('evaluate and getVariant return different values')
const ramped = startCanary({ enabled: false, type: 'percentage', percentage: 0 }, { id: 'c' }, new Date())
if (ramped.percentage !== 5) throw new Error('a canary does not start at 5 percent')
await metricFlusher({ flags, send: async () => {} })()
const parameters = { rollout: '50', groupId: 'checkout', stickiness: 'userId' }
const features = [{ name: 'checkout', enabled: true, strategies: [{ name: 'flexibleRollout', parameters }] }]
const imported: ImportResult = importUnleash({ features })
const imports = createFlags()
imports.useSnapshot({ version: 1, flags: imported.flags, segments: imported.segments })
const on = Array.from({ length: 1000 }, (_, i) => imports.isEnabled('checkout', unleashContext({ userId: String(i) })))
const importedShare = on.filter(Boolean).length
if (Math.abs(importedShare - 500) > 80) throw new Error('instead of 50 percent of users, the flag is on for ' + importedShare / 10)
if (growthBookHash('a', 'b', 2) === growthBookHash('a', 'c', 2)) throw new Error('two users have the same hash')
console.log('flags: passed')
`,
  },
  {
    library: 'evidence',
    program: `import { findPolicy, validate, type Verdict } from '@signet/evidence'
import { commandLine } from '@signet/evidence/command-line'
import { ContentInput } from '@signet/evidence/schemas'
import { createPublicKey } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const policy = findPolicy('eeat-core')
if (policy === undefined) throw new Error('there is no eeat-core')
const content = ContentInput.parse({ body: 'By Ada Kay\\n\\nI weighed 31 loaves. It is the best bread in the world.' })
const verdict: Verdict = validate(content, policy)
const ids = verdict.gaps.map(({ requirementId }) => requirementId)
if (!ids.includes('TRU-02') || ids.includes('EXP-01') || ids.includes('XPT-01')) throw new Error('gaps are ' + ids.join())
writeFileSync('text.md', content.body)
let output = ''
const status = await commandLine(['check', 'text.md', '--json'], { out: (text) => { output += text }, err: console.error })
if (status !== 0 || JSON.parse(output)[0].score !== verdict.score) throw new Error(status + ' ' + output)

const golden = JSON.parse(readFileSync(join(process.env.FIXTURES ?? '', 'receipts/golden.json'), 'utf8')) as {
  keys: { kid: string; x: string }[]; receipts: { kind: string; envelope: { signatures: { keyid: string }[] } }[]
}
const receipt = golden.receipts.find(({ kind }) => kind === 'evidence.publish')
if (receipt === undefined) throw new Error('there is no golden receipt of evidence')
const x = golden.keys.find(({ kid }) => kid === receipt.envelope.signatures[0]?.keyid)?.x ?? ''
const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }).export({ type: 'spki', format: 'pem' })
writeFileSync('receipt.json', JSON.stringify(receipt.envelope))
output = ''
const verified = ['verify', 'receipt.json', '--content', 'text.md', '--offline', '--json', '--key=' + key]
const verifyStatus = await commandLine(verified, { out: (text) => { output += text }, err: console.error })
const names = (JSON.parse(output).findings as { name: string; passes: boolean }[]).filter(({ passes }) => passes).map(({ name }) => name)
// The receipt is valid, but its subject is another text.
if (verifyStatus !== 1 || !names.includes('receipt') || names.includes('content')) throw new Error(verifyStatus + ' ' + output)
console.log('evidence: passed')
`,
  },
  {
    library: 'verify-receipt',
    program: `import { claimedIssuer, UnreadableInput, verifyReceipt, verifyReceiptText, type Verdict } from '@signet/verify-receipt'
import { commandLine } from '@signet/verify-receipt/command-line'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

interface Golden { kind: string; envelope: object; shown: { publicClaims?: unknown }; proof: string }
const file = join(process.env.FIXTURES ?? '', 'receipts/golden.json')
const golden = JSON.parse(readFileSync(file, 'utf8')) as {
  keys: { kid: string; x: string }[]; logKeys: string[]; receipts: Golden[]; tampered: { field: string; envelope: object }[]
}
const jwks = { keys: golden.keys.map(({ kid, x }) => ({
  kty: 'OKP', crv: 'Ed25519', alg: 'Ed25519', use: 'sig', purpose: 'receipt', status: 'active', kid, x,
  valid_from: '2026-01-01T00:00:00.000Z',
})) }
for (const { kind, envelope, shown } of golden.receipts) {
  const verdict: Verdict = await verifyReceiptText(JSON.stringify(envelope), { jwks, claims: Object.values(shown)[0] })
  if (!verdict.valid || verdict.kind !== kind) throw new Error(kind + ': ' + JSON.stringify(verdict))
  if (verdict.checks.claims.status !== 'pass') throw new Error(kind + ': ' + verdict.checks.claims.detail)
}
for (const { field, envelope } of golden.tampered) {
  const { valid } = await verifyReceipt(JSON.stringify(envelope), { jwks })
  if (valid) throw new Error('valid despite a changed ' + field)
}
if (claimedIssuer('{}') !== undefined) throw new Error('an empty object has an issuer')
await verifyReceipt('no receipt').then(() => { throw new Error('unreadable input was accepted') }, (error: unknown) => {
  if (!(error instanceof UnreadableInput)) throw error
})
let output = ''
const terminal = { out: (text: string) => { output += text }, err: (text: string) => { output += text } }
if ((await commandLine(['--help'], terminal)) !== 0 || !output.includes('--subject')) throw new Error(output)
if ((await commandLine(['nowhere.json', '--offline'], terminal)) !== 2) throw new Error(output)
console.log('verify-receipt: passed')
`,
  },
  {
    library: 'replay',
    program: `import { replayFile, UnreadableFile, type ReplayVerdict } from '@signet/replay'
import { commandLine } from '@signet/replay/command-line'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const folder = join(process.env.FIXTURES ?? '', 'readings')
const bytesOf = (name: string) => new Uint8Array(readFileSync(join(folder, name)))
for (const [name, form] of [['threat-model.json', 'reading'], ['receipt.json', 'receipt']]) {
  const verdict: ReplayVerdict = await replayFile(bytesOf(String(name)))
  if (!verdict.isSame || verdict.form !== form) throw new Error(name + ': ' + JSON.stringify(verdict))
}
const stored = JSON.parse(readFileSync(join(folder, 'threat-model.json'), 'utf8')) as { reading: { seed: number } }
stored.reading.seed += 1
const other = await replayFile(new TextEncoder().encode(JSON.stringify(stored)))
if (other.isSame || other.differences[0]?.path !== '/seed') throw new Error(JSON.stringify(other))
await replayFile(new TextEncoder().encode('{}')).then(() => { throw new Error('unreadable input was accepted') }, (error: unknown) => {
  if (!(error instanceof UnreadableFile)) throw error
})
let output = ''
const terminal = { out: (text: string) => { output += text }, err: (text: string) => { output += text } }
if ((await commandLine([join(folder, 'receipt.json')], terminal)) !== 0 || !output.startsWith('the same bytes')) throw new Error(output)
if ((await commandLine(['nowhere.json'], terminal)) !== 2) throw new Error(output)
console.log('replay: passed')
`,
  },
]
