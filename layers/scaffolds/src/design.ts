import type { Code } from './code.ts'
import type { Target } from './input.ts'
import type { Figures } from './intention/figures.ts'
import type { Schedule } from './intention/schedule.ts'
import type { EntityNames } from './names.ts'
import type { PatternId } from './pattern-ids.ts'
import type { Stride } from './stride.ts'
import type { Traits } from './traits.ts'

/** The event that starts a function. `src/handler.ts` exports a handler with the same name. */
export type Trigger = 'http' | 'queue' | 'schedule' | 'stream' | 'file' | 'connection'

/** A resource that a function can reach. Each has a port in `src/ports.ts` and an adapter per target. */
export type Port = 'records' | 'queue' | 'objects' | 'model' | 'upstream' | 'connections'

export interface FunctionSpec {
  readonly trigger: Trigger
  readonly uses: readonly Port[]
  /** Bucket folders that a function may read and write, for functions that use files. */
  readonly folders?: { readonly reads: readonly string[]; readonly writes: readonly string[] }
  readonly timeoutSeconds: number
  /** Whether it reads secrets; by default only if callers start it. */
  readonly secrets?: boolean
}

export interface NamedValue {
  readonly name: Code
  readonly description: Code
  /** Default of a setting. Secrets have none. */
  readonly value?: Code
}

export interface SourceFile {
  readonly path: string
  readonly content: Code
}

export type Level = 'unit' | 'integration' | 'e2e'

export interface Case {
  readonly level: Level
  readonly given: Code
  readonly when: Code
  readonly outcome: Code
  /** Keys of the requirements and threats that this case tests. */
  readonly traces: readonly string[]
  readonly body: Code
}

export interface Suite {
  readonly path: string
  /** Code before the cases: imports and helpers. */
  readonly head: Code
  readonly cases: readonly Case[]
}

export interface Requirement {
  readonly key: string
  readonly text: Code
  readonly priority: 'P1' | 'P2' | 'P3'
  /** Words of the intention that this requirement fulfills literally: times, sizes and amounts. */
  readonly fulfills?: readonly string[]
}

export interface ThreatDraft {
  readonly key: string
  readonly source: Code
  readonly prerequisites: Code
  readonly action: Code
  readonly impact: Code
  /** 1 to 5. */
  readonly likelihood: number
  /** 1 to 5. */
  readonly impactScore: number
  readonly mitigation: Code
  /** IDs of the cards that describe this threat. They share its mitigation and tests. */
  readonly cardIds?: readonly string[]
}

/** Threats per STRIDE letter, or the reason why a letter does not apply. */
export interface Boundary {
  readonly key: string
  readonly name: Code
  readonly cells: Readonly<Record<Stride, readonly ThreatDraft[] | Code>>
}

export interface Interface {
  readonly kind: 'http' | 'queue' | 'event' | 'cli' | 'tool'
  readonly method?: Code
  readonly path?: Code
  readonly input: Code
  readonly output: Code
  readonly auth: Code
}

export interface Decision {
  readonly title: Code
  readonly context: Code
  readonly drivers: readonly Code[]
  /** The first option is the chosen one. */
  readonly options: readonly { readonly name: Code; readonly good: Code; readonly bad: Code }[]
  readonly because: Code
  readonly good: readonly Code[]
  readonly bad: readonly Code[]
  readonly confirmation: Code
}

/** The content of a project. Parts contribute to its fields; a pattern joins parts and adds its own. */
export interface Design {
  readonly summary: Code
  readonly example: Code | undefined
  readonly functions: readonly FunctionSpec[]
  readonly secrets: readonly NamedValue[]
  readonly settings: readonly NamedValue[]
  readonly files: readonly SourceFile[]
  /** Files of the platforms and the ports, which are the same for every purpose. */
  readonly platformFiles: readonly SourceFile[]
  readonly interfaces: readonly Interface[]
  readonly requirements: readonly Requirement[]
  readonly boundaries: readonly Boundary[]
  readonly suites: readonly Suite[]
  readonly decisions: readonly Decision[]
  readonly assets: readonly Code[]
  readonly actors: readonly Code[]
  readonly flows: readonly Code[]
  readonly constraints: readonly Code[]
  readonly questions: readonly Code[]
  /** Minutes between runs, of designs with a schedule. */
  readonly everyMinutes: number | undefined
  /** Whether any client may call. Callers are then not verified. */
  readonly isOpen: boolean
  /** Time of day in UTC, for designs that run at a fixed time. `days` uses cron names. */
  readonly runsAt: Schedule['at']
  /** Folder with static files: `site`. */
  readonly site: string | undefined
}

export interface RenderedFiles {
  readonly files: readonly SourceFile[]
  readonly suites: readonly Suite[]
}

export interface Part extends Partial<Design> {
  /** Renders templates. Their files and suites are added to those of the part. */
  readonly render?: () => readonly RenderedFiles[]
}

export interface Context {
  readonly pattern: PatternId
  /** The first of `entities`. */
  readonly entity: EntityNames
  readonly entities: readonly EntityNames[]
  readonly traits: Traits
  /** Whether the intention requests changes of data. */
  readonly writes: boolean
  readonly figures: Figures
  readonly target: Target
  /** Name of the project. */
  readonly worker: Code
}

export const onAws = ({ target }: { readonly target: Target }): boolean => target !== 'cloudflare'
export const onCloudflare = ({ target }: { readonly target: Target }): boolean => target !== 'aws'

const contributionsOf = <K extends keyof Design>(parts: readonly Part[], name: K): NonNullable<Part[K]>[] =>
  parts.flatMap((part) => (part[name] === undefined ? [] : [part[name] as NonNullable<Part[K]>]))

/** Joins the suites of each file. The head of the first suite is used. */
const joinSuites = (suites: readonly Suite[]): Suite[] => {
  const byPath = new Map<string, Suite>()
  for (const suite of suites) {
    const existing = byPath.get(suite.path)
    byPath.set(suite.path, existing ? { ...existing, cases: [...existing.cases, ...suite.cases] } : suite)
  }
  return [...byPath.values()]
}

type Cell = Boundary['cells'][Stride]

const isEmpty = (cell: Cell): boolean => typeof cell !== 'string' && cell.length === 0

/** Joins two cells: threats add up and override a reason; of two reasons the later one is used. */
const joinCells = (current: Cell | undefined, added: Cell): Cell => {
  if (current === undefined || isEmpty(current)) return added
  if (isEmpty(added)) return current
  if (typeof current === 'string') return added
  return typeof added === 'string' ? current : [...current, ...added]
}

const joinBoundaries = (boundaries: readonly Boundary[]): Boundary[] => {
  const byKey = new Map<string, Boundary>()
  for (const boundary of boundaries) {
    const { S, T, R, I, D, E } = boundary.cells
    const existing = byKey.get(boundary.key)?.cells
    const cells = {
      S: joinCells(existing?.S, S),
      T: joinCells(existing?.T, T),
      R: joinCells(existing?.R, R),
      I: joinCells(existing?.I, I),
      D: joinCells(existing?.D, D),
      E: joinCells(existing?.E, E),
    }
    byKey.set(boundary.key, { ...boundary, cells })
  }
  return [...byKey.values()]
}

/** Replaces access that begins with "A verified caller" by "Any client". */
const withOpenAccess = (interfaces: readonly Interface[]): Interface[] =>
  interfaces.map((each) => (each.auth.startsWith('A verified caller') ? { ...each, auth: 'Any client' as Code } : each))

const interfacesOf = (parts: readonly Part[]): Interface[] => {
  const interfaces = contributionsOf(parts, 'interfaces').flat()
  return contributionsOf(parts, 'isOpen').some(Boolean) ? withOpenAccess(interfaces) : interfaces
}

const withTemplates = ({ render, ...part }: Part): Part => {
  const renderings = render?.() ?? []
  return {
    ...part,
    files: [...(part.files ?? []), ...renderings.flatMap(({ files }) => files)],
    suites: [...(part.suites ?? []), ...renderings.flatMap(({ suites }) => suites)],
  }
}

const mergeParts = (parts: readonly Part[]): Design => ({
  summary: contributionsOf(parts, 'summary')[0] ?? ('' as Code),
  example: contributionsOf(parts, 'example')[0],
  functions: contributionsOf(parts, 'functions').flat(),
  secrets: contributionsOf(parts, 'secrets').flat(),
  settings: contributionsOf(parts, 'settings').flat(),
  files: contributionsOf(parts, 'files').flat(),
  platformFiles: contributionsOf(parts, 'platformFiles').flat(),
  interfaces: interfacesOf(parts),
  requirements: contributionsOf(parts, 'requirements').flat(),
  boundaries: joinBoundaries(contributionsOf(parts, 'boundaries').flat()),
  suites: joinSuites(contributionsOf(parts, 'suites').flat()),
  decisions: contributionsOf(parts, 'decisions').flat(),
  assets: contributionsOf(parts, 'assets').flat(),
  actors: contributionsOf(parts, 'actors').flat(),
  flows: contributionsOf(parts, 'flows').flat(),
  constraints: contributionsOf(parts, 'constraints').flat(),
  questions: contributionsOf(parts, 'questions').flat(),
  everyMinutes: contributionsOf(parts, 'everyMinutes')[0],
  isOpen: contributionsOf(parts, 'isOpen').some(Boolean),
  runsAt: contributionsOf(parts, 'runsAt')[0],
  site: contributionsOf(parts, 'site')[0],
})

/** Joins parts into one design, in their order. */
export const joinParts = (parts: readonly Part[]): Design => mergeParts(parts.map(withTemplates))

export const portsOf = ({ functions }: Pick<Design, 'functions'>): Set<Port> =>
  new Set(functions.flatMap((spec) => spec.uses))
export const hasTrigger = ({ functions }: Pick<Design, 'functions'>, trigger: Trigger): boolean =>
  functions.some((each) => each.trigger === trigger)

/** Returns the maximum number of messages per run of a worker: one when each message calls a model. */
export const batchSizeOf = ({ functions }: Pick<Design, 'functions'>): number =>
  functions.some(({ trigger, uses }) => trigger === 'queue' && uses.includes('model')) ? 1 : 10

export const readsSecrets = ({ trigger, secrets }: FunctionSpec): boolean =>
  secrets ?? (trigger === 'http' || trigger === 'connection')
