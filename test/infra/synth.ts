import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { App } from 'aws-cdk-lib'
import { DISABLE_ASSET_STAGING_CONTEXT, DISABLE_METADATA_STACK_TRACE } from 'aws-cdk-lib/cx-api'
import cdkJson from '../../cdk.json' with { type: 'json' }
import { readConfig } from '../../lib/config.ts'
import { createStacks, type Platform } from '../../lib/create-stacks.ts'

// biome-ignore lint/suspicious/noExplicitAny: templates are CloudFormation's JSON; each rule asserts what it reads
export type Properties = Record<string, any>
export interface Resource {
  readonly id: string
  readonly stack: string
  readonly Type: string
  readonly Properties: Properties
  readonly Metadata?: Properties
  readonly DeletionPolicy?: string
  readonly UpdateReplacePolicy?: string
}
type Template = Readonly<Record<string, Omit<Resource, 'id' | 'stack'>>>

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

/** What a synth need not make for tests of templates. */
const SPARED = {
  // The native layer would be installed from the registry; nothing here looks into it.
  'aws:cdk:bundling-stacks': [],
  // Every bundle would be copied into the assembly, and deleted with it.
  [DISABLE_ASSET_STAGING_CONTEXT]: true,
  // Where each construct was made; a finding names its path.
  [DISABLE_METADATA_STACK_TRACE]: true,
}

/**
 * The app as bin/platform.ts makes it, so that a test can plant something in it before it is synthesized. The CDK's validation
 * of templates is two thirds of a synth: tests of what is in a template go without.
 */
export const openApp = (
  stage: string,
  variables: Readonly<Record<string, string>> = {},
  { platform, isChecked = true }: { readonly platform?: Platform | undefined; readonly isChecked?: boolean } = {},
) => {
  const outdir = mkdtempSync(join(tmpdir(), 'signet-synth-'))
  const app = new App({
    outdir,
    context: { ...cdkJson.context, ...SPARED },
    builtinCloudFormationValidation: isChecked,
    treeMetadata: false,
  })
  const stacks = createStacks(app, readConfig({ SIGNET_STAGE: stage, ...variables }, '1.2.3'), platform)
  return {
    app,
    stacks,
    /** What cdk-nag and the template validation have found in the last synth: what fails it, or the warnings, too. */
    violations(severities: readonly string[] = ['error']): readonly Violation[] {
      const report = JSON.parse(readFileSync(join(outdir, 'validation-report.json'), 'utf8')) as {
        pluginReports: readonly { violations: readonly (Violation & { severity: string })[] }[]
      }
      return report.pluginReports.flatMap(({ violations }) =>
        violations.filter(({ severity }) => severities.includes(severity)),
      )
    },
    close: () => rmSync(outdir, { recursive: true, force: true }),
  }
}

/** Settings that have nothing to do with one another: one synth shows what comes of each. */
export const CONFIGURED = {
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
} as const

const known = new Map<string, Synth>()

/** Every resource of every stack of a stage; templates are made once for all tests that a worker runs. */
export const synthesize = (
  stage: string,
  variables: Readonly<Record<string, string>> = {},
  platform?: Platform,
): Synth => {
  const key = platform ? undefined : JSON.stringify([stage, variables])
  const before = key === undefined ? undefined : known.get(key)
  if (before) return before
  const { app, stacks, close } = openApp(stage, variables, { platform, isChecked: false })
  try {
    const assembly = app.synth()
    const resources = stacks.all.flatMap(({ artifactId: stack }) => {
      const template = assembly.getStackArtifact(stack).template as { Resources: Template }
      return Object.entries(template.Resources ?? {}).map(([id, resource]) => ({
        id,
        stack,
        ...resource,
        Properties: resource.Properties ?? {},
      }))
    })
    const made: Synth = {
      resources,
      of: (type) => resources.filter((resource) => resource.Type === type),
      templates: Object.fromEntries(
        stacks.all.map(({ artifactId }) => [artifactId, assembly.getStackArtifact(artifactId).template as Properties]),
      ),
      terminationProtection: stacks.data.terminationProtection,
    }
    if (key !== undefined) known.set(key, made)
    return made
  } finally {
    close()
  }
}

/** Logical id that a Ref or GetAtt names. */
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

/** Every method of the APIs of one stack. */
export const methodsOf = ({ of }: Synth, stack: string): readonly ApiMethod[] => {
  const own = (type: string) => of(type).filter((resource) => resource.stack === stack)
  const resources = new Map(own('AWS::ApiGateway::Resource').map(({ id, Properties }) => [id, Properties]))
  const pathOf = (id: string): string => {
    const found = resources.get(id)
    return found ? `${pathOf(idOf(found.ParentId))}/${found.PathPart}` : ''
  }
  return own('AWS::ApiGateway::Method').map(({ Properties: { HttpMethod, ResourceId, Integration } }) => ({
    method: HttpMethod,
    path: pathOf(idOf(ResourceId)) || '/',
    Integration,
  }))
}
