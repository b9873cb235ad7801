import {
  type PlatformRequest,
  RUNTIME_FAILED,
  runtimeCalls,
  runtimeRefused,
  type SiblingCalls,
} from '@signet/http-client/siblings'
import { scopesOf } from '@signet/identity'
import { Refusal, refusal } from '@signet/kernel'
import type { FlowBody } from '@signet/runtime-schemas/flow'
import type { access } from '../contract/access.ts'

type Runtime = SiblingCalls<typeof access.api>['runtime']

type RuntimeRequest<Name extends keyof Runtime> = Parameters<Runtime[Name]>[0]
type RuntimeReply<Name extends keyof Runtime> = Exclude<Awaited<ReturnType<Runtime[Name]>>, Refusal>

export type RuntimeRefusal = ReturnType<typeof runtimeRefused>

export type CreatedScaffold = RuntimeReply<'generateScaffold'> & { readonly hash: string }

export type StoredScaffold = RuntimeReply<'getScaffold'>

export interface RuntimeFlows {
  /** Creates a scaffold and inscribes it, once per key; its claims are private. */
  create(body: Pick<FlowBody, 'intention' | 'project_type'>, key: string): Promise<CreatedScaffold | RuntimeRefusal>
  /** Inscribed scaffolds, newest first; undefined before the tenant's first result. */
  list(page: {
    readonly limit: number
    readonly cursor?: string | undefined
  }): Promise<RuntimeReply<'listGrimoire'> | undefined | RuntimeRefusal>
  /** Returns undefined if the scaffold does not exist or belongs to another tenant. */
  read(hash: string): Promise<StoredScaffold | undefined | RuntimeRefusal>
  update(body: RuntimeRequest<'updateScaffold'>['body']): Promise<RuntimeReply<'updateScaffold'> | RuntimeRefusal>
}

const HASH = /^[0-9a-f]{64}$/

const undefinedIfNotFound = <Answer>(answer: Answer): Exclude<Answer, Refusal> | undefined | RuntimeRefusal => {
  if (!(answer instanceof Refusal)) return answer as Exclude<Answer, Refusal>
  return answer.code === 'not_found' ? undefined : runtimeRefused(answer)
}

/** Maps errors in `answers`, which the platform added, to 502. */
const hidePlatformErrors = (refused: Refusal): RuntimeRefusal => {
  const { errors = [] } = refused.extras as { readonly errors?: readonly { readonly field: string }[] }
  const isPlatformError = refused.code === 'invalid_input' && errors.some(({ field }) => field.startsWith('answers'))
  return isPlatformError ? refusal('upstream_failed', RUNTIME_FAILED, { cause: refused }) : runtimeRefused(refused)
}

export const runtimeFlows =
  (runtime: Runtime, random: () => number = Math.random) =>
  (context: PlatformRequest): RuntimeFlows => {
    const tenant = scopesOf(context.caller)
    const { options, headers, receipted } = runtimeCalls(context, tenant, random)
    return {
      async create({ intention, project_type: projectType }, key) {
        const body = { intention, projectType, inscribe: true }
        const keyedHeaders = { ...headers, 'idempotency-key': key }
        const scaffold = await receipted(() => runtime.generateScaffold({ ...options, body, headers: keyedHeaders }))
        if (scaffold instanceof Refusal) return runtimeRefused(scaffold)
        const { hash } = scaffold
        if (hash !== undefined) return { ...scaffold, hash }
        return refusal('upstream_failed', RUNTIME_FAILED, {
          cause: new Error('The runtime has not inscribed the scaffold'),
        })
      },
      async list(page) {
        const params = { querentId: tenant.resourceScope }
        return undefinedIfNotFound(
          await runtime.listGrimoire({ ...options, params, query: { kind: 'flow', ...page }, headers }),
        )
      },
      async read(hash) {
        if (!HASH.test(hash)) return undefined
        return undefinedIfNotFound(await runtime.getScaffold({ ...options, params: { hash }, headers }))
      },
      async update(body) {
        const updated = await runtime.updateScaffold({ ...options, body })
        return updated instanceof Refusal ? hidePlatformErrors(updated) : updated
      },
    }
  }
