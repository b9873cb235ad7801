import type { Code } from './code.ts'
import type { Design } from './design.ts'
import { defaultWorkerName } from './names.ts'
import { MEMORY_MB } from './parts/aws/project.ts'
import { COMPATIBILITY_DATE } from './parts/cloudflare/wrangler.ts'
import { PATTERN_IDS, type PatternId } from './pattern-ids.ts'
import { PATTERNS } from './patterns/index.ts'
import { contextOf, designOf } from './render.ts'
import { scaffold } from './scaffold.ts'
import { UNKNOWN_TRAITS } from './traits.ts'

/** Version of wrangler that validates the configuration in test/judges. */
const WRANGLER = '4.164.0'

/** Maximum CPU time that Cloudflare allows per invocation. */
const CPU_MS_MAX = 300_000

/** Input of a representative scaffold of each pattern. */
const INTENTION = 'Keep the items of a team'
const ENTITIES = ['item']
const SEED = 0

export interface CloudflareEntry {
  readonly pattern: PatternId
  readonly version: string
  readonly bindings: Readonly<Record<string, unknown>>
  readonly triggers: { readonly crons: readonly string[] }
  /** Longest run of any function of the pattern, in CPU milliseconds. Empty without a function. */
  readonly limits: { readonly cpu_ms?: number }
  readonly files: readonly string[]
}

export interface AwsEntry {
  readonly pattern: PatternId
  readonly version: string
  readonly bindings: readonly string[]
  readonly triggers: readonly { readonly kind: string; readonly every_minutes?: number }[]
  readonly limits: readonly {
    readonly function: string
    readonly timeout_seconds: number
    readonly memory_mb: number
  }[]
  readonly files: readonly string[]
}

const designFor = (pattern: PatternId, target: 'aws' | 'cloudflare'): Design => {
  const traits = { ...UNKNOWN_TRAITS, ...PATTERNS[pattern].traits }
  const input = { intention: INTENTION, pattern, entities: ENTITIES, target, seed: SEED }
  return designOf(PATTERNS[pattern], contextOf(input, traits, defaultWorkerName(INTENTION) as Code))
}

const filesFor = (pattern: PatternId, target: 'aws' | 'cloudflare') =>
  scaffold({ intention: INTENTION, pattern, entities: ENTITIES, target, seed: SEED }).files

const contentOf = (files: ReturnType<typeof filesFor>, path: string): string =>
  files.find((file) => file.path === path)?.content ?? ''

const NON_BINDING_FIELDS = new Set([
  ...['$schema', 'name', 'main', 'compatibility_date', 'compatibility_flags', 'observability', 'triggers'],
])

const cloudflareEntry = (pattern: PatternId): CloudflareEntry => {
  const files = filesFor(pattern, 'cloudflare')
  const config = JSON.parse(contentOf(files, 'wrangler.jsonc')) as Readonly<Record<string, unknown>>
  const { triggers = { crons: [] } } = config as { readonly triggers?: CloudflareEntry['triggers'] }
  const seconds = designFor(pattern, 'cloudflare').functions.map(({ timeoutSeconds }) => timeoutSeconds)
  return {
    pattern,
    version: PATTERNS[pattern].version,
    triggers,
    bindings: Object.fromEntries(Object.entries(config).filter(([name]) => !NON_BINDING_FIELDS.has(name))),
    limits: seconds.length === 0 ? {} : { cpu_ms: Math.min(CPU_MS_MAX, Math.max(...seconds) * 1_000) },
    files: files.map(({ path }) => path),
  }
}

const constructNames = (source: string): string[] =>
  [...new Set([...source.matchAll(/\bnew (\w+)\((?:this|stack), '/g)].map(([, name = '']) => name))].sort()

const awsEntry = (pattern: PatternId): AwsEntry => {
  const files = filesFor(pattern, 'aws')
  const { functions, everyMinutes } = designFor(pattern, 'aws')
  return {
    pattern,
    version: PATTERNS[pattern].version,
    bindings: constructNames(
      contentOf(files, 'infrastructure/stack.ts') + contentOf(files, 'infrastructure/resources.ts'),
    ),
    triggers: functions.map(({ trigger }) => ({
      kind: trigger,
      ...(trigger === 'schedule' && { every_minutes: everyMinutes ?? 60 }),
    })),
    limits: functions.map(({ trigger, timeoutSeconds }) => ({
      function: trigger,
      timeout_seconds: timeoutSeconds,
      memory_mb: MEMORY_MB,
    })),
    files: files.map(({ path }) => path),
  }
}

/** Returns the Workers configuration of each pattern (spec supporting-services 4.1). */
export const cloudflareManifest = () => ({
  schema: 1 as const,
  compatibility_date: COMPATIBILITY_DATE,
  wrangler: WRANGLER,
  patterns: PATTERN_IDS.map(cloudflareEntry),
})

/** Returns the AWS configuration of each pattern. */
export const awsManifest = () => ({
  schema: 1 as const,
  runtime: 'nodejs24.x' as const,
  patterns: PATTERN_IDS.map(awsEntry),
})
