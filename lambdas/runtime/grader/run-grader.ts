import { type Caller, type Clock, Refusal, refusal } from '@signet/kernel'
import { sha256Hex } from '@signet/receipts/digest'
import type { GraderBody } from '@signet/runtime-schemas/grader'
import { GRADER_RUN } from '../contract/receipt-kinds.ts'
import type { FindDeck } from '../decks/find-deck.ts'
import { type Namespace, querentScope } from '../namespaces/namespace.ts'
import type { Inscriber } from '../readings/inscribe.ts'
import { requestSha256 } from '../readings/request-names.ts'
import { type GradeFile, gradeCase, gradeSha256, KNOWN_VERSIONS, type Rubric } from './grade-case.ts'

export interface GraderDeps {
  readonly findDeck: FindDeck
  readonly inscriber: Pick<Inscriber, 'inscribe'>
  readonly issuer: string
  readonly now: Clock
}

const unknownVersion = (version: string): Refusal<'unknown_grader_version'> =>
  refusal(
    'unknown_grader_version',
    `Version ${version} of the formulas is not available; use one of ${KNOWN_VERSIONS.join(', ')}`,
    {
      extras: { known: KNOWN_VERSIONS },
    },
  )

const claimsOf = (
  input: GraderBody,
  rubric: Rubric,
  { scores, aggregate }: ReturnType<typeof gradeCase>['graded'],
) => ({
  grader: `${input.graderName}@${input.graderVersion}`,
  case: input.case.id,
  rubric,
  artifact_sha256: sha256Hex(input.case.artifact.content),
  intent: input.case.intent,
  scores,
  aggregate,
})

/** Digest of a request. The same request in the same namespace returns the same grade and receipt. */
const requestDigestOf = (namespace: Namespace, input: GraderBody, rubric: Rubric): string =>
  requestSha256(namespace, { input, rubric })

/** Grades a text, stores the grade, and issues its receipt. `header`: the value of `X-Querent-Ids`. */
export const runGrader =
  ({ findDeck, inscriber, issuer, now }: GraderDeps) =>
  async ({ caller, header }: { readonly caller: Caller; readonly header: string | undefined }, input: GraderBody) => {
    if (!KNOWN_VERSIONS.includes(input.graderVersion)) return unknownVersion(input.graderVersion)
    const scope = querentScope(caller, header)
    const namespace = scope.defaultNamespace()
    const { name, version } = input.case.rubricDeck
    const rubricDeck = await findDeck(scope.org, name, version)
    if (rubricDeck === undefined)
      return refusal('unknown_deck', `The rubric ${name}${version ? `@${version}` : ''} does not exist`)
    const rubric = { name, version: rubricDeck.deck.version, sha256: rubricDeck.sha256 }
    const { reply, graded } = gradeCase(input, rubric)
    const requestDigest = requestDigestOf(namespace, input, rubric)
    const file: GradeFile = { input, rubric, result: reply }
    const at = now().toISOString()
    const seed = input.case.seed ?? 0
    const issued = await inscriber.inscribe({
      kind: GRADER_RUN,
      namespace,
      request: requestDigest,
      file,
      key: `grader.run:${requestDigest}`,
      subject: { sha256: gradeSha256(reply) },
      claims: claimsOf(input, rubric, graded),
      entry: {
        spread: input.graderName,
        intention: input.case.intent,
        at,
        seed,
        cards: [],
        questions: 0,
        facts: {},
        score: graded.aggregate,
      },
    })
    if (issued instanceof Refusal) return issued
    const { hash } = issued
    return { ...reply, hash, receipt: { hash, verifyUrl: `${issuer}/verify/${hash}`, seed } }
  }

export type RunGrader = ReturnType<typeof runGrader>
