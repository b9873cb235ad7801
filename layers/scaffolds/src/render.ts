import { type Code, code, joinCode, json, literal, markdownText } from './code.ts'
import { type Context, type Design, joinParts, onAws, onCloudflare, type SourceFile } from './design.ts'
import type { Governance, MatchedClause, PlannedSuite } from './governance.ts'
import type { ScaffoldInput } from './input.ts'
import { clausesOf } from './intention/clauses.ts'
import { figuresOf } from './intention/figures.ts'
import { matchClause } from './intention/match-clause.ts'
import { requestsWrites } from './intention/writes.ts'
import { entityNames, fill } from './names.ts'
import { awsProject } from './parts/aws/project.ts'
import { cloudflareProject } from './parts/cloudflare/project.ts'
import { cloudflareInfrastructure } from './parts/cloudflare/wrangler.ts'
import {
  adrMarkdown,
  testPlanMarkdown,
  threatModelJson,
  threatModelMarkdown,
  tracesJson,
} from './parts/governance/documents.ts'
import { openInterfaces } from './parts/http/open-routes.ts'
import { httpPart } from './parts/http/part.ts'
import { modelPart } from './parts/ports/model.ts'
import { portFiles } from './parts/ports/part.ts'
import { entriesPart, tracesPart } from './parts/tests/entries.ts'
import { infrastructurePart } from './parts/tests/infrastructure.ts'
import type { Pattern } from './pattern.ts'

const fillDeep = <T>(value: T, context: Context): T => {
  if (typeof value === 'string') return fill(value, context.entity) as T
  if (Array.isArray(value)) return value.map((each: unknown) => fillDeep(each, context)) as T
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, fillDeep(each, context)])) as T
}

/** Builds the design of a pattern in a context, with the parts that every service has and the names of the entities. */
export const designOf = (pattern: Pattern, context: Context): Design => {
  const patternDesign = joinParts(pattern.parts(context))
  // Names are filled in here, because the rights of functions are found by following the imports of the code.
  const baseDesign = fillDeep(
    joinParts([patternDesign, httpPart(patternDesign), modelPart(patternDesign, context)]),
    context,
  )
  const platforms = [
    ...(baseDesign.functions.length > 0 ? [portFiles(baseDesign, context)] : []),
    ...(onAws(context) ? [awsProject(baseDesign, context)] : []),
    ...(onCloudflare(context) ? [cloudflareProject(baseDesign, context)] : []),
  ]
  const platformFiles = platforms.flatMap(({ files }) => files)
  const joinedParts = joinParts([
    baseDesign,
    { platformFiles },
    infrastructurePart(baseDesign, context, platformFiles),
    entriesPart(baseDesign, context),
    tracesPart,
  ])
  const interfaces = [...joinedParts.interfaces, ...openInterfaces(joinedParts.files, joinedParts.interfaces)]
  return fillDeep({ ...joinedParts, interfaces }, context)
}

const testFile = ({ path, head, cases }: PlannedSuite): SourceFile => ({
  path,
  content: code`
${head}

${joinCode(
  cases.map(
    ({ planned: { id, given, when, then }, body }) => code`
test('${id as Code}: ${literal(`given ${given}, when ${when}, then ${then}`).slice(1, -1) as Code}', async () => {
${body}
})
`,
  ),
  '\n\n',
)}
`,
})

export const sourceFiles = (design: Design, governance: Governance, context: Context): SourceFile[] => [
  ...design.files,
  ...design.platformFiles,
  ...(onCloudflare(context) ? cloudflareInfrastructure(design, context) : []),
  ...governance.suites.filter(({ cases }) => cases.length > 0).map(testFile),
]

const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)

const drawnCardLines = (input: ScaffoldInput): Code[] =>
  (input.cards ?? [])
    .filter(({ stride }) => stride === undefined)
    .map(
      ({ title, question, id }) =>
        code`- **${markdownText(title)}** ${markdownText(question)} Card ${markdownText(id)}.`,
    )

export const governanceFiles = (
  input: ScaffoldInput,
  design: Design,
  governance: Governance,
  { worker }: Context,
): SourceFile[] => [
  { path: 'docs/threat-model.json', content: json(threatModelJson(design, governance, worker)) },
  { path: 'docs/threat-model.md', content: threatModelMarkdown(design, governance, worker) },
  ...design.decisions.map((decision, index) => ({
    path: `docs/adr/${String(index + 1).padStart(4, '0')}-${slug(decision.title)}.md`,
    content: adrMarkdown(decision, index === 0 ? drawnCardLines(input) : []),
  })),
  { path: 'docs/test-plan.json', content: json({ cases: governance.cases }) },
  { path: 'docs/test-plan.md', content: testPlanMarkdown(governance, worker) },
  { path: 'docs/traces.json', content: json(tracesJson(governance)) },
]

/** Returns the clauses of an intention, each with the requirements that meet it. */
export const matchClauses = (intention: string, design: Design, { pattern, entities }: Context): MatchedClause[] => {
  const nouns = entities.flatMap(({ $noun, $nouns }) => [$nouns, $noun])
  return clausesOf(intention).map((text) => ({ text, ...matchClause(text, pattern, design, nouns) }))
}

export const contextOf = (input: ScaffoldInput, traits: Context['traits'], worker: Code): Context => {
  const nouns = (input.entities ?? []).slice(0, 3)
  const entities = (nouns.length === 0 ? ['item'] : nouns).map(entityNames)
  const distinct = entities.filter(
    ({ $kebab }, index) => entities.findIndex((each) => each.$kebab === $kebab) === index,
  )
  const [entity = entityNames('item')] = distinct
  const figures = figuresOf(input.intention)
  const derived = { figures, writes: requestsWrites(input.intention) }
  return {
    pattern: input.pattern,
    entity,
    entities: distinct,
    traits,
    ...derived,
    target: input.target ?? 'aws',
    worker,
  }
}
