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
  readonly secrets?: boolean
}

export interface NamedValue {
  readonly name: Code
  readonly means: Code
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
  readonly traces: readonly string[]
  readonly body: Code
}

export interface Suite {
  readonly path: string
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
  /** Ids of the cards that describe this threat. They share its mitigation and tests. */
  readonly answers?: readonly string[]
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

/** The content of a project. Parts contribute members; a pattern joins parts and adds its own members. */
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

export interface Rendered {
  readonly files: readonly SourceFile[]
  readonly suites: readonly Suite[]
}

export interface Part extends Partial<Design> {
  readonly rendered?: () => readonly Rendered[]
}

export interface Context {
  readonly pattern: PatternId
  readonly entity: EntityNames
  readonly entities: readonly EntityNames[]
  readonly traits: Traits
  readonly writes: boolean
  readonly figures: Figures
  readonly target: Target
  readonly worker: Code
}

export const onAws = ({ target }: { readonly target: Target }): boolean => target !== 'cloudflare'
export const onCloudflare = ({ target }: { readonly target: Target }): boolean => target !== 'aws'

const all = <K extends keyof Design>(parts: readonly Part[], name: K): NonNullable<Part[K]>[] =>
  parts.flatMap((part) => (part[name] === undefined ? [] : [part[name] as NonNullable<Part[K]>]))

/** Joins the suites of each file. The head of the first one is used. */
const joinSuites = (suites: readonly Suite[]): Suite[] => {
  const byPath = new Map<string, Suite>()
  for (const suite of suites) {
    const before = byPath.get(suite.path)
    byPath.set(suite.path, before ? { ...before, cases: [...before.cases, ...suite.cases] } : suite)
  }
  return [...byPath.values()]
}

type Cell = Boundary['cells'][Stride]

const isEmpty = (cell: Cell): boolean => typeof cell !== 'string' && cell.length === 0

/** Joins two cells: threats add up and override a reason; of two reasons the later one is used. */
const joinCells = (before: Cell | undefined, cell: Cell): Cell => {
  if (before === undefined || isEmpty(before)) return cell
  if (isEmpty(cell)) return before
  if (typeof before === 'string') return cell
  return typeof cell === 'string' ? before : [...before, ...cell]
}

const joinBoundaries = (boundaries: readonly Boundary[]): Boundary[] => {
  const byKey = new Map<string, Boundary>()
  for (const boundary of boundaries) {
    const { S, T, R, I, D, E } = boundary.cells
    const before = byKey.get(boundary.key)?.cells
    const cells = {
      S: joinCells(before?.S, S),
      T: joinCells(before?.T, T),
      R: joinCells(before?.R, R),
      I: joinCells(before?.I, I),
      D: joinCells(before?.D, D),
      E: joinCells(before?.E, E),
    }
    byKey.set(boundary.key, { ...boundary, cells })
  }
  return [...byKey.values()]
}

/** Replaces "A verified caller" when the service is open to any client. */
const openTo = (interfaces: readonly Interface[]): Interface[] =>
  interfaces.map((each) => (each.auth.startsWith('A verified caller') ? { ...each, auth: 'Any client' as Code } : each))

const interfacesOf = (parts: readonly Part[]): Interface[] => {
  const interfaces = all(parts, 'interfaces').flat()
  return all(parts, 'isOpen').some(Boolean) ? openTo(interfaces) : interfaces
}

const withTemplates = ({ rendered, ...part }: Part): Part => {
  const all = rendered?.() ?? []
  return {
    ...part,
    files: [...(part.files ?? []), ...all.flatMap(({ files }) => files)],
    suites: [...(part.suites ?? []), ...all.flatMap(({ suites }) => suites)],
  }
}

const joined = (parts: readonly Part[]): Design => ({
  summary: all(parts, 'summary')[0] ?? ('' as Code),
  example: all(parts, 'example')[0],
  functions: all(parts, 'functions').flat(),
  secrets: all(parts, 'secrets').flat(),
  settings: all(parts, 'settings').flat(),
  files: all(parts, 'files').flat(),
  platformFiles: all(parts, 'platformFiles').flat(),
  interfaces: interfacesOf(parts),
  requirements: all(parts, 'requirements').flat(),
  boundaries: joinBoundaries(all(parts, 'boundaries').flat()),
  suites: joinSuites(all(parts, 'suites').flat()),
  decisions: all(parts, 'decisions').flat(),
  assets: all(parts, 'assets').flat(),
  actors: all(parts, 'actors').flat(),
  flows: all(parts, 'flows').flat(),
  constraints: all(parts, 'constraints').flat(),
  questions: all(parts, 'questions').flat(),
  everyMinutes: all(parts, 'everyMinutes')[0],
  isOpen: all(parts, 'isOpen').some(Boolean),
  runsAt: all(parts, 'runsAt')[0],
  site: all(parts, 'site')[0],
})

/** Joins parts into one design, in their order. */
export const joinParts = (parts: readonly Part[]): Design => joined(parts.map(withTemplates))

export const portsOf = ({ functions }: Pick<Design, 'functions'>): Set<Port> =>
  new Set(functions.flatMap((f) => f.uses))
export const hasTrigger = ({ functions }: Pick<Design, 'functions'>, trigger: Trigger): boolean =>
  functions.some((each) => each.trigger === trigger)

/** Returns the messages per run of a worker: one when each message calls a model. */
export const batchSizeOf = ({ functions }: Pick<Design, 'functions'>): number =>
  functions.some(({ trigger, uses }) => trigger === 'queue' && uses.includes('model')) ? 1 : 10

export const readsSecrets = ({ trigger, secrets }: FunctionSpec): boolean =>
  secrets ?? (trigger === 'http' || trigger === 'connection')
