import { PutCommand } from '@aws-sdk/lib-dynamodb'
import { call } from '../../support/api.ts'
import { stackNow } from '../../support/control.ts'
import { newTenant, table } from '../../support/keys.ts'
import { testStack } from '../../support/test-stack.ts'
import { setTier } from '../../support/tiers.ts'
import { headersOf } from './runtime-world.ts'

export interface FileBody {
  readonly path: string
  readonly content: string
  readonly language: string
  readonly role: string
}

/** A scaffold's response, with the members that tests use. */
export interface ScaffoldBody {
  readonly success: true
  readonly runId: number
  readonly codegen: { readonly pattern: string; readonly workerName: string; readonly files: readonly FileBody[] }
  readonly skeleton: readonly FileBody[]
  readonly envelope: {
    readonly requirements: readonly unknown[]
    readonly threats: readonly unknown[]
    readonly test_plan: readonly unknown[]
  }
  readonly emittedFacts: Readonly<Record<string, unknown>>
  readonly inferenceMetrics: { readonly method: string; readonly model_calls: number }
  readonly hash?: string
  readonly receipt?: { readonly hash: string; readonly seed: number }
}

export interface FailedBody {
  readonly success: false
  readonly code: string
  readonly error: string
}

export const INTENTION = 'A webhook receiver that takes payment events of Stripe and keeps them'

const SCOPES = ['runtime:read', 'runtime:run']

interface BuilderOptions {
  readonly scopes?: readonly string[]
  readonly isPaid?: boolean
}

/** Creates an organization with a key, on a paid plan by default. */
export const builderOf = async ({ scopes = SCOPES, isPaid = true }: BuilderOptions = {}) => {
  const { key, tenantId: org } = await newTenant({ scopes, prefix: 'plat_' })
  if (isPaid) await setTier(org, { sku: 'pro' })
  return { key, org }
}

export const builderKey = async (options?: BuilderOptions): Promise<string> => (await builderOf(options)).key

/** Uses up the organization's calls of today and tomorrow. */
export const useUpQuota = async (org: string): Promise<void> => {
  const at = await stackNow()
  for (const day of [at, at + 86_400_000]) {
    const sk = `runtime_runs#${new Date(day).toISOString().slice(0, 10)}`
    await table().send(new PutCommand({ TableName: testStack().table, Item: { pk: `USE#${org}`, sk, used: 2_000 } }))
  }
}

const poster =
  <Default>(path: string, as: string) =>
  <Body = Default>(key: string, body: object, querents?: string) =>
    call<Body>('POST', path, { key, body, headers: headersOf(querents === undefined ? {} : { querents }), as })

export const codegen = poster<ScaffoldBody>('/scaffold/codegen', 'generateScaffold')
export const batch = poster<readonly (ScaffoldBody | FailedBody)[]>('/scaffold/batch', 'generateScaffolds')
export const update = poster<{ files: readonly { path: string; content: string; status: string }[] }>(
  '/scaffold/update',
  'updateScaffold',
)

export interface OutcomeBody {
  readonly runId: number
  readonly outcomes: number
  readonly latest: { readonly status: string; readonly at: string }
}

export const outcome = <Body = OutcomeBody>(key: string, runId: number | string, body: object, querents?: string) =>
  poster<OutcomeBody>(`/scaffold/outcome/${runId}`, 'recordOutcome')<Body>(key, body, querents)

/** An inscribed scaffold. */
export interface StoredScaffoldBody extends ScaffoldBody {
  readonly at: string
  readonly intention: string
  readonly projectType?: string
  readonly seed: number
  readonly output: string
  readonly nextSteps: readonly string[]
}

export const storedScaffold = <Body = StoredScaffoldBody>(key: string, hash: string, querents?: string) =>
  call<Body>('GET', `/scaffold/${hash}`, {
    key,
    headers: headersOf(querents === undefined ? {} : { querents }),
    as: 'getScaffold',
  })

/** All files of a scaffold by path. */
export const filesOf = ({ codegen: { files }, skeleton }: ScaffoldBody): ReadonlyMap<string, string> =>
  new Map([...files, ...skeleton].map(({ path, content }) => [path, content]))
