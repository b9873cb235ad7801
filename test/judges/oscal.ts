import { execFileSync } from 'node:child_process'
import { type ClaimValue, claimsOf, type Intake, judgeIntake, publishedPosture } from '@signet/posture'
import * as fc from 'fast-check'
import { oscalDocument } from '../../lambdas/trust/formats/oscal.ts'
import { AS_OF, anyIntake, edited, faultFreeIntake } from '../unit/posture/world.ts'
import { FULL_INTAKE } from '../unit/trust/full-page.ts'

/**
 * Reads OSCAL documents of trust pages with models generated from NIST's JSON schema, and checks that each injected
 * fault is found. `oscal.ts PYTHON`, where PYTHON belongs to a virtual environment with `requirements.txt`.
 */
const [python = 'python3'] = process.argv.slice(2)
const RANDOM_INTAKES = 200

const documentOf = (intake: Intake, index: number): object => {
  const claims = claimsOf(intake, judgeIntake(intake, AS_OF), AS_OF).map(({ name, value }) => [name, value] as const)
  return oscalDocument({
    hash: index.toString(16).padStart(64, '0'),
    issuedAt: `${AS_OF}T10:00:00.000Z`,
    verifyUrl: 'https://signet.example/verify/a',
    posture: publishedPosture(Object.fromEntries(claims) as Readonly<Record<string, ClaimValue>>),
  })
}

const NAMES = ['a', ' two  words ', 'line\nend', '<b>', '"quoted"', 'Grüße 🐝', '-', 'a'.repeat(200)]

const intakes: readonly Intake[] = [
  ...[faultFreeIntake(), FULL_INTAKE],
  ...NAMES.map((name) => edited({ 'companyProfile.name': name, 'subprocessors.0.name': name })),
  ...fc.sample(anyIntake, { numRuns: RANDOM_INTAKES, seed: 1 }),
]

type Node = Record<string, unknown>

/** Returns a node of a document by its path. */
const nodeAt = (node: unknown, ...path: readonly (string | number)[]): Node =>
  path.reduce<unknown>((value, name) => (value as Node)[name], node) as Node

const ROOT = 'component-definition'
const REQUIREMENTS = ['components', 0, 'control-implementations', 0, 'implemented-requirements'] as const

/** Changes that make a document invalid. */
const FAULTS: readonly ((document: object) => void)[] = [
  (document) => Object.assign(nodeAt(document, ROOT), { uuid: 'no-uuid' }),
  (document) => Object.assign(nodeAt(document, ROOT), { ours: true }),
  (document) => Object.assign(nodeAt(document, ROOT, 'metadata'), { 'last-modified': 'yesterday' }),
  (document) => delete nodeAt(document, ROOT, 'metadata')['oscal-version'],
  (document) => delete nodeAt(document, ROOT, 'components', 0).title,
  (document) => Object.assign(nodeAt(document, ROOT, ...REQUIREMENTS, 0), { 'control-id': '1 a' }),
  (document) => Object.assign(nodeAt(document, ROOT, ...REQUIREMENTS, 0, 'props', 0), { name: 'a b' }),
  (document) => delete nodeAt(document, ROOT, ...REQUIREMENTS, 0).description,
]

const faultyDocuments = FAULTS.map((fault) => {
  const document = structuredClone(documentOf(faultFreeIntake(), 0))
  fault(document)
  return document
})
const documents = [...intakes.map(documentOf), ...faultyDocuments]
const input = documents.map((document) => `${JSON.stringify(document)}\n`).join('')
const verdicts = execFileSync(python, ['test/judges/oscal.py'], { input, encoding: 'utf8' }).trimEnd().split('\n')

const problems = [
  ...(verdicts.length === documents.length ? [] : [`${verdicts.length} verdicts on ${documents.length} documents`]),
  ...verdicts
    .slice(0, intakes.length)
    .flatMap((verdict, nth) => (verdict === 'valid' ? [] : [`document ${nth}: ${verdict}`])),
  ...verdicts
    .slice(intakes.length)
    .flatMap((verdict, nth) => (verdict === 'valid' ? [`fault ${nth} was not found`] : [])),
]
if (problems.length > 0) {
  console.error(problems.join('\n'))
  process.exit(1)
}
console.log(`figures: ${intakes.length} documents are valid OSCAL, ${faultyDocuments.length} injected faults are found`)
