import { invalidInput, type Refusal } from '@signet/kernel'
import { filesSha256, type Scaffold, type ScaffoldInput, ScaffoldInputError, scaffold } from '@signet/scaffolds'
import type { CodegenBody } from '../contract/scaffold-schemas.ts'
import { castScaffold } from './cast.ts'

const LANGUAGES: Readonly<Record<string, string>> = {
  ts: 'typescript',
  tsx: 'typescript',
  mjs: 'javascript',
  js: 'javascript',
  json: 'json',
  jsonc: 'jsonc',
  md: 'markdown',
  yml: 'yaml',
  yaml: 'yaml',
  sql: 'sql',
  html: 'html',
  css: 'css',
  toml: 'toml',
}

const languageOf = (path: string): string => LANGUAGES[/\.([a-z]+)$/.exec(path)?.[1] ?? ''] ?? 'text'

/**
 * The stored form of a scaffold: its input for a replay, and its result. It contains no times, so the same request
 * gives the same bytes.
 */
export interface ScaffoldRecord {
  readonly input: ScaffoldInput
  readonly projectType?: string
  readonly result: ReturnType<typeof resultOf>
}

/** Durations in microseconds. */
export interface Timings {
  readonly classify_us: number
  readonly render_us: number
}

export interface CreatedScaffold {
  readonly file: ScaffoldRecord
  readonly output: Scaffold
  readonly metrics: Timings
}

const fileViews = (files: Scaffold['files']) =>
  files.map(({ path, content, role }) => ({ path, content, language: languageOf(path), role }))

const resultOf = (input: ScaffoldInput, generated: Scaffold, classification: object) => ({
  codegen: { pattern: generated.pattern, workerName: generated.workerName, files: fileViews(generated.codegen) },
  skeleton: fileViews(generated.skeleton),
  envelope: generated.envelope,
  emittedFacts: generated.emittedFacts,
  classification,
  traits: { ...generated.traits },
  output: generated.output,
  nextSteps: generated.nextSteps,
  pattern_version: generated.patternVersion,
  seed: input.seed,
})

/** A monotonic clock in nanoseconds. */
type NanosecondClock = () => bigint

const microseconds = (from: bigint, to: bigint): number => Number((to - from) / 1_000n)

/**
 * Returns a function that classifies an intention, draws its cards, and renders and checks the project.
 * @throws ScaffoldFault for an unfilled placeholder, which is a bug of the templates
 */
export const makeScaffold =
  (nanoseconds: NanosecondClock) =>
  async (body: CodegenBody): Promise<CreatedScaffold | Refusal<'invalid_input'>> => {
    const startedAt = nanoseconds()
    try {
      const { input, interpreted } = await castScaffold(body)
      const classifiedAt = nanoseconds()
      const generated = scaffold(input)
      const metrics = {
        classify_us: microseconds(startedAt, classifiedAt),
        render_us: microseconds(classifiedAt, nanoseconds()),
      }
      const { projectType } = body
      const request = { input, ...(projectType !== undefined && { projectType }) }
      return {
        file: { ...request, result: resultOf(input, generated, interpreted.classification) },
        output: generated,
        metrics,
      }
    } catch (error) {
      if (error instanceof ScaffoldInputError) return invalidInput([{ field: error.field, message: error.message }])
      throw error
    }
  }

export type MakeScaffold = ReturnType<typeof makeScaffold>

export const storedScaffoldSha256 = ({ result: { codegen, skeleton } }: ScaffoldRecord): string =>
  filesSha256([...codegen.files, ...skeleton])

export const rescaffold = ({ input }: Pick<ScaffoldRecord, 'input'>): string => scaffold(input).subjectSha256
