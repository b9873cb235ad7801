import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { DISABLE_ASSET_STAGING_CONTEXT, DISABLE_METADATA_STACK_TRACE } from 'aws-cdk-lib/cx-api'
import cdkJson from '../../cdk.json' with { type: 'json' }
import { readConfig } from '../../lib/config.ts'
import { ANY_BUNDLE } from '../../lib/constructs/domain-function.ts'
import { createStacks, PLATFORM, type Platform } from '../../lib/create-stacks.ts'
import { DOMAIN_PARTS } from '../../lib/domains/parts.ts'
import { SERVICES } from '../../lib/services.ts'

// biome-ignore lint/suspicious/noExplicitAny: templates are CloudFormation's JSON; each rule asserts what it reads
export type Properties = Record<string, any>
export interface Resource {
  readonly id: string
  readonly stack: string
  readonly Type: string
  readonly Properties: Properties
  readonly Metadata?: Properties
  readonly DependsOn?: readonly string[]
  readonly DeletionPolicy?: string
  readonly UpdateReplacePolicy?: string
}
type Template = Readonly<Record<string, Omit<Resource, 'id' | 'stack'>>>
type Variables = Readonly<Record<string, string>>

export interface Synth {
  readonly resources: readonly Resource[]
  readonly of: (type: string) => readonly Resource[]
  /** Whole templates by the names of their stacks. */
  readonly templates: Readonly<Record<string, Properties>>
  readonly terminationProtection: boolean | undefined
}

export interface Violation {
  readonly ruleName: string
  readonly violatingConstructs: readonly { readonly constructPath: string }[]
}

/** A violated rule and the construct that violates it. */
export interface Finding {
  readonly rule: string
  readonly path: string
}

export const findingsIn = (violations: readonly Violation[]): Finding[] =>
  violations.flatMap(({ ruleName, violatingConstructs }) =>
    violatingConstructs.map(({ constructPath }) => ({ rule: ruleName, path: constructPath })),
  )

/** A minimal console: templates name its files by their content. */
const CONSOLE = join(import.meta.dirname, '../fixtures/console')

/** Tests of templates do not run functions, so any bundle serves. */
const BUNDLE = join(import.meta.dirname, '../fixtures/bundle')

/** Parts of a synth that tests of templates skip. */
const SKIPPED_WORK = {
  // The native layer would be installed from the registry; no test reads it.
  'aws:cdk:bundling-stacks': [],
  // Every bundle would be copied into the assembly, and deleted with it.
  [DISABLE_ASSET_STAGING_CONTEXT]: true,
  // A finding names the path of a construct, so stack traces are not needed.
  [DISABLE_METADATA_STACK_TRACE]: true,
}

/** Synthesizes with short traces: the CDK records the call stack of each construct, which takes a sixth of a synth. */
const withShortTraces = <T>(make: () => T): T => {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 1
  try {
    return make()
  } finally {
    Error.stackTraceLimit = stackTraceLimit
  }
}

/**
 * Creates the app like bin/platform.ts, so that a test can add constructs before synthesis. The CDK's template
 * validation takes two thirds of a synth; tests of template content skip it.
 */
export const openApp = (
  stage: string,
  variables: Variables = {},
  {
    platform = PLATFORM,
    isChecked = true,
    isBundled = true,
  }: { readonly platform?: Platform | undefined; readonly isChecked?: boolean; readonly isBundled?: boolean } = {},
) => {
  const outdir = mkdtempSync(join(tmpdir(), 'signet-synth-'))
  const close = () => rmSync(outdir, { recursive: true, force: true })
  const readJson = (file: string) => JSON.parse(readFileSync(join(outdir, file), 'utf8'))
  const app = new App({
    outdir,
    context: { ...cdkJson.context, ...SKIPPED_WORK, ...(isBundled ? { [ANY_BUNDLE]: BUNDLE } : {}) },
    builtinCloudFormationValidation: isChecked,
    treeMetadata: false,
  })
  const config = readConfig({ SIGNET_STAGE: stage, ...variables }, '1.2.3')
  let stacks: ReturnType<typeof createStacks>
  try {
    stacks = withShortTraces(() => createStacks(app, config, { consoleFolder: CONSOLE, ...platform }))
  } catch (error) {
    close()
    throw error
  }
  return {
    app,
    /** Throws when the checks find a problem, after it has written the templates. */
    synth: () => withShortTraces(() => app.synth()),
    templates: (): Synth => {
      const templates: Readonly<Record<string, Properties>> = Object.fromEntries(
        stacks.all.map(({ artifactId, templateFile }) => [artifactId, readJson(templateFile)]),
      )
      const resources = Object.entries(templates).flatMap(([stack, { Resources = {} }]) =>
        Object.entries(Resources as Template).map(([id, resource]) => ({
          id,
          stack,
          ...resource,
          Properties: resource.Properties ?? {},
        })),
      )
      const of = (type: string) => resources.filter((resource) => resource.Type === type)
      return { resources, of, templates, terminationProtection: stacks.data.terminationProtection }
    },
    /** Returns the findings of cdk-nag and template validation of the last synth: errors, or warnings, too. */
    violations(severities: readonly string[] = ['error']): readonly Violation[] {
      const { pluginReports } = readJson('validation-report.json') as {
        pluginReports: readonly { violations: readonly (Violation & { severity: string })[] }[]
      }
      return pluginReports.flatMap(({ violations }) =>
        violations.filter(({ severity }) => severities.includes(severity)),
      )
    },
    close,
  }
}

/** Independent settings, so that one synth covers them all. */
export const CONFIGURED_ENV = {
  SIGNET_CORS_ORIGINS: 'https://app.example',
  SIGNET_PUBLIC_URL_PLATFORM: 'https://signet.example',
  SIGNET_PUBLIC_URL_IMAGES: 'https://images.example',
  SIGNET_PUBLIC_URL_RUNTIME: 'https://run.example',
  SIGNET_GOOGLE_CLIENT: 'client',
  SIGNET_GOOGLE_SECRET: 'google',
  SIGNET_MONTHLY_BUDGET: '50',
  SIGNET_ALARM_EMAIL: 'ops@example.com',
  SIGNET_THROTTLE_RATE: '7',
  SIGNET_THROTTLE_BURST: '9',
  SIGNET_CONCURRENCY: '1000',
  SIGNET_PROMPT_MODEL: 'maker.small-v1:0',
  SIGNET_ARCHIVE_COLLECTION: 'nextgen',
  SIGNET_MAIL_FROM: 'no-reply@example.com',
} as const

/** The same settings with other kinds of values. */
export const OTHERWISE_CONFIGURED = {
  SIGNET_CORS_ORIGINS: 'https://a.example, https://b.example',
  SIGNET_SESSION_ISSUER: 'https://id.example',
  SIGNET_SESSION_CLIENT: 'signet',
  SIGNET_PROMPT_MODEL: 'eu.maker.small-v1:0',
  SIGNET_ALARM_EMAIL: 'ops@example.com',
  SIGNET_PAGE_EMAIL: 'night@example.com',
} as const

/** An account that is known at synthesis, not only at deployment. */
export const KNOWN_ACCOUNT = { CDK_DEFAULT_ACCOUNT: '123456789012', CDK_DEFAULT_REGION: 'eu-west-1' } as const

/** An edge at CloudFront's domain. */
export const AT_CLOUDFRONT = {
  ...KNOWN_ACCOUNT,
  SIGNET_EDGE: 'on',
  SIGNET_PUBLIC_URL_PLATFORM: 'https://d111.cloudfront.net',
  SIGNET_PUBLIC_URL_IMAGE_AGENTS: 'https://d222.cloudfront.net',
  SIGNET_PUBLIC_URL_GATEWAY: 'https://d333.cloudfront.net',
} as const

/** An edge at a custom domain, with its own rate limit. */
export const AT_DOMAIN = {
  ...KNOWN_ACCOUNT,
  SIGNET_EDGE: 'on',
  SIGNET_DOMAIN: 'signet.example.com',
  SIGNET_HOSTED_ZONE: 'Z0123456789ABCDEFGHIJ',
  SIGNET_EDGE_RATE: '1000',
} as const

/** The edge during its creation, with the second key of its origins, and archive parts in a restored bucket. */
export const EDGE_PENDING = {
  ...AT_DOMAIN,
  SIGNET_EDGE: 'pending',
  SIGNET_ORIGIN_KEY: '2',
  SIGNET_BUCKET_ARCHIVE: 'archive-as-of-monday',
} as const

/** A known account that may run ten functions concurrently. */
export const NEW_ACCOUNT = { ...KNOWN_ACCOUNT, SIGNET_CONCURRENCY: '10' } as const

/** Three of the services, for facts that are the same for all. */
export const FIRST_SERVICES: Platform = { services: SERVICES.slice(0, 3), parts: DOMAIN_PARTS }

/** The shared stacks without any service. */
export const WITHOUT_SERVICES: Platform = { services: [], parts: {} }

const cache = new Map<string, Synth>()
const keyOf = (stage: string, variables: Variables): string => JSON.stringify([stage, variables])

/** Returns every resource of every stack of a stage. Templates are created once per worker. */
export const synthesize = (stage: string, variables: Variables = {}, platform?: Platform): Synth => {
  const key = keyOf(stage, variables)
  const cached = platform ? undefined : cache.get(key)
  if (cached) return cached
  const { synth, templates, close } = openApp(stage, variables, { platform, isChecked: false })
  try {
    synth()
    const created = templates()
    if (!platform) cache.set(key, created)
    return created
  } finally {
    close()
  }
}

export interface Check {
  /** Error of the synth, if it failed. */
  readonly failure: unknown
  readonly violations: readonly Violation[]
}

/** Returns the findings of the checks for the app and for constructs that `plant` adds in a separate stack. */
export const check = (
  stage: string,
  variables: Variables = {},
  { platform, plant = () => {} }: { readonly platform?: Platform; readonly plant?: (app: App) => void } = {},
): Check => {
  const { app, synth, violations, close } = openApp(stage, variables, { platform })
  try {
    plant(app)
    let failure: unknown
    try {
      synth()
    } catch (error) {
      failure = error
    }
    return { failure, violations: violations() }
  } finally {
    close()
  }
}

/** Returns the logical id in a Ref or GetAtt. */
export const idOf = (reference: unknown): string => {
  const { Ref, 'Fn::GetAtt': attribute } = reference as { Ref?: string; 'Fn::GetAtt'?: [string, string] }
  return Ref ?? attribute?.[0] ?? JSON.stringify(reference)
}

/** A method of a REST API with its path. */
export interface ApiMethod {
  readonly method: string
  readonly path: string
  readonly Integration: Properties
}

/** Lists every method of the APIs of one stack. */
export const methodsOf = ({ of }: Synth, stack: string): readonly ApiMethod[] => {
  const ofStack = (type: string) => of(type).filter((resource) => resource.stack === stack)
  const resources = new Map(ofStack('AWS::ApiGateway::Resource').map(({ id, Properties }) => [id, Properties]))
  const pathOf = (id: string): string => {
    const parent = resources.get(id)
    return parent ? `${pathOf(idOf(parent.ParentId))}/${parent.PathPart}` : ''
  }
  return ofStack('AWS::ApiGateway::Method').map(({ Properties: { HttpMethod, ResourceId, Integration } }) => ({
    method: HttpMethod,
    path: pathOf(idOf(ResourceId)) || '/',
    Integration,
  }))
}
