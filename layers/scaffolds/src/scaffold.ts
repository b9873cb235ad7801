import { answersOf } from './answers.ts'
import { applicableCards } from './cards.ts'
import { type Code, json, markdownText } from './code.ts'
import { crossCheck, openFaults, type ScaffoldFile } from './cross-check.ts'
import type { Context, Design, SourceFile } from './design.ts'
import { envelopeOf, openQuestionsOf, type PromptContext } from './envelope.ts'
import { byPath, filesSha256 } from './file-digest.ts'
import { type Governance, governanceOf, ScaffoldFault } from './governance.ts'
import { requireInput, type ScaffoldInput } from './input.ts'
import { defaultWorkerName } from './names.ts'
import { projectFiles } from './parts/docs/project.ts'
import { PATTERNS } from './patterns/index.ts'
import { contextOf, designOf, governanceFiles, matchClauses, sourceFiles } from './render.ts'
import { templatesSha256 } from './templates/templates.ts'
import { UNKNOWN_TRAITS } from './traits.ts'
import { patternWarning, unmetLine, unmetRequirements } from './unmet.ts'

export interface Scaffold {
  readonly pattern: string
  readonly patternVersion: string
  /** The version of the template set: SHA-256 over all templates. */
  readonly templatesSha256: string
  readonly workerName: string
  readonly traits: Context['traits']
  /** All files by path. `codegen` has source, tests and infrastructure; `skeleton` has the others. */
  readonly files: readonly ScaffoldFile[]
  readonly codegen: readonly ScaffoldFile[]
  readonly skeleton: readonly ScaffoldFile[]
  readonly envelope: PromptContext
  readonly emittedFacts: Readonly<Record<string, string | number | boolean | readonly string[]>>
  /** Documents as Markdown, as flows return them (spec platform-api 2.8). */
  readonly governance: { readonly threat_model: string; readonly adr: string; readonly test_plan: string }
  readonly nextSteps: readonly string[]
  readonly output: string
  /** SHA-256 of the files by path, digest and role: the subject of a flow's receipt. */
  readonly subjectSha256: string
}

const GOVERNANCE = /^docs\/(?:threat-model|test-plan|traces|adr\/)/

const roleOf = (path: string): ScaffoldFile['role'] => {
  if (path.startsWith('test/')) return 'test'
  if (GOVERNANCE.test(path)) return 'governance'
  if (path.endsWith('.md')) return 'doc'
  return path.startsWith('src/') ? 'scaffold' : 'config'
}

const isCodegen = ({ path, role }: ScaffoldFile): boolean =>
  role === 'scaffold' ||
  role === 'test' ||
  /^(?:infrastructure|migrations|site)\/|^(?:cdk\.json|wrangler\.jsonc)$/.test(path)

const toScaffoldFiles = (files: readonly SourceFile[]): ScaffoldFile[] =>
  files.map(({ path, content }) => ({ path, content: `${content.trimEnd()}\n`, role: roleOf(path) })).toSorted(byPath)

/** Files that quote the intention or a card. Placeholders in them belong to the caller. */
const QUOTED = /^(?:README\.md|\.scaffold\/answers\.json|docs\/(?:threat-model\.(?:json|md)|test-plan\.md|adr\/.*))$/

const nextStepsOf = (context: Context, governance: Governance, questions: readonly string[]): string[] => [
  'node --test "test/**/*.test.ts"',
  'npm install',
  context.target === 'cloudflare' ? 'npm run check:cloudflare' : 'npm run synth',
  `Change src/${context.entity.$kebab}/ first: it contains the rules for ${context.entity.$nouns}`,
  ...(unmetRequirements(governance).length === 0
    ? []
    : [
        `Check the section "Requested, but not accounted for" of README.md, and build what is missing: ${unmetRequirements(governance).length} items`,
      ]),
  ...(questions.length === 0 ? [] : [`Answer the ${questions.length} open questions in README.md`]),
]

const outputOf = (
  input: ScaffoldInput,
  design: Design,
  governance: Governance,
  files: readonly ScaffoldFile[],
  steps: readonly string[],
): Code => {
  const open = governance.threats.filter(({ status }) => status === 'open').length
  const unmetClauses = unmetRequirements(governance)
  const warning = patternWarning(input, governance)
  return [
    ...(warning === undefined ? [] : [markdownText(warning), '']),
    markdownText(design.summary),
    '',
    `${files.length} files, ${governance.requirements.length} requirements, ${governance.threats.length} threats (${open} open), ${governance.cases.length} tests.`,
    '',
    ...(unmetClauses.length === 0 ? [] : ['Requested, but not accounted for:', '', ...unmetClauses.map(unmetLine), '']),
    // Steps that begin with `n` are commands of `node` and `npm`; the others are sentences.
    ...steps.map((step, index) => `${index + 1}. ${step.startsWith('n') ? `\`${step}\`` : step}`),
  ].join('\n') as Code
}

const factsOf = (input: ScaffoldInput, context: Context, governance: Governance, files: readonly ScaffoldFile[]) => ({
  ...context.traits,
  pattern: context.pattern,
  worker_name: context.worker,
  target: context.target,
  entities: context.entities.map(({ $noun }): string => $noun),
  files: files.length,
  requirements: governance.requirements.length,
  tests: governance.cases.length,
  threats: governance.threats.length,
  seed: input.seed,
  open_threats: governance.threats.filter(({ status }) => status === 'open').length,
  unmet: unmetRequirements(governance).length,
})

const contentWhere = (files: readonly ScaffoldFile[], matches: (path: string) => boolean): string =>
  files.find(({ path }) => matches(path))?.content ?? ''

/**
 * Renders the project of an intention (docs/runtime/scaffolds.md). Pure: the same input produces the same bytes.
 * @throws ScaffoldInputError for an invalid input.
 * @throws ScaffoldFault when a pattern is inconsistent. An inconsistent scaffold is never returned.
 */
export const scaffold = (request: ScaffoldInput): Scaffold => {
  requireInput(request)
  const pattern = PATTERNS[request.pattern]
  const requestedTraits = { ...UNKNOWN_TRAITS, ...pattern.traits, ...request.traits }
  const traits = { ...requestedTraits, ...pattern.requiredTraits?.(requestedTraits) }
  const worker = (request.workerName ?? defaultWorkerName(request.intention)) as Code
  const context = contextOf(request, traits, worker)
  const design = designOf(pattern, context)
  const cards = applicableCards(request.cards ?? [], design, request.intention)
  const input = { ...request, cards }
  const governance = governanceOf(design, cards, matchClauses(input.intention, design, context))
  const questions = openQuestionsOf(design, governance, context, cards)
  const contentFiles = toScaffoldFiles([
    ...sourceFiles(design, governance, context),
    ...governanceFiles(input, design, governance, context),
    ...projectFiles(input, design, context, { governance, questions }),
  ])
  const answers = {
    path: '.scaffold/answers.json',
    content: json(answersOf(request, pattern.version, context, contentFiles)),
  }
  const files = [...contentFiles, ...toScaffoldFiles([answers])].toSorted(byPath)
  const crossCheckFaults = crossCheck(files, governance, questions, (path) => QUOTED.test(path))
  const faults = [...crossCheckFaults, ...openFaults(design, context)]
  if (faults.length > 0) throw new ScaffoldFault(faults)
  const nextSteps = nextStepsOf(context, governance, questions)
  return {
    pattern: input.pattern,
    patternVersion: pattern.version,
    templatesSha256: templatesSha256(),
    workerName: worker,
    traits,
    files,
    codegen: files.filter(isCodegen),
    skeleton: files.filter((file) => !isCodegen(file)),
    envelope: envelopeOf(input, context, design, governance, questions),
    emittedFacts: factsOf(input, context, governance, files),
    governance: {
      threat_model: contentWhere(files, (path) => path === 'docs/threat-model.md'),
      adr: contentWhere(files, (path) => path.startsWith('docs/adr/')),
      test_plan: contentWhere(files, (path) => path === 'docs/test-plan.md'),
    },
    nextSteps,
    output: outputOf(input, design, governance, files, nextSteps),
    subjectSha256: filesSha256(files),
  }
}
