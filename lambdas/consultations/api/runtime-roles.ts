import {
  type PlatformRequest,
  RUNTIME_FAILED,
  runtimeCalls,
  runtimeRefused,
  type SiblingCalls,
} from '@signet/http-client/siblings'
import { scopesOf } from '@signet/identity'
import { Refusal, refusal } from '@signet/kernel'
import type { Consultation } from '@signet/runtime-schemas/consultation'
import type { access } from '../contract/access.ts'

type Runtime = SiblingCalls<typeof access.api>['runtime']

type RuntimeRequest<Name extends keyof Runtime> = Parameters<Runtime[Name]>[0]
type RuntimeReply<Name extends keyof Runtime> = Exclude<Awaited<ReturnType<Runtime[Name]>>, Refusal>

/** Request to a role; the run is always inscribed, and its claims are private. */
export type RoleRequest = Omit<RuntimeRequest<'runAgent'>['body'], 'inscribe' | 'bundle_bindings' | 'bundle_from'>

export type RoleReply = RuntimeReply<'runAgent'> & Pick<Consultation, 'hash' | 'receipt'>

export type RoleRefusal = ReturnType<typeof runtimeRefused>

export interface RuntimeRoles {
  consult(body: RoleRequest, key: string): Promise<RoleReply | RoleRefusal>
  /** Consults a role with the facts of the tenant's newest run of role cto; undefined before the first. */
  consultWithCtoFacts(body: RoleRequest, key: string): Promise<RoleReply | RoleRefusal | undefined>
  bootstrap(body: RuntimeRequest<'bootstrapAgent'>['body']): Promise<RuntimeReply<'bootstrapAgent'> | RoleRefusal>
  memory(role: string): Promise<RuntimeReply<'getAgentMemory'> | RoleRefusal>
}

const hasReceipt = (answer: RuntimeReply<'runAgent'>): answer is RoleReply =>
  answer.hash !== undefined && answer.receipt !== undefined

const roleReplyOf = (answer: RuntimeReply<'runAgent'> | Refusal): RoleReply | RoleRefusal => {
  if (answer instanceof Refusal) return runtimeRefused(answer)
  return hasReceipt(answer)
    ? answer
    : refusal('upstream_failed', RUNTIME_FAILED, { cause: new Error('The runtime has not inscribed the run') })
}

export const runtimeRoles =
  (runtime: Runtime, random: () => number = Math.random) =>
  (context: PlatformRequest): RuntimeRoles => {
    const { options, headers, receipted } = runtimeCalls(context, scopesOf(context.caller), random)
    const runInscribed = (body: Omit<RuntimeRequest<'runAgent'>['body'], 'inscribe'>, key: string) => {
      const keyedHeaders = { ...headers, 'idempotency-key': key }
      return receipted(() => runtime.runAgent({ ...options, body: { ...body, inscribe: true }, headers: keyedHeaders }))
    }
    return {
      consult: async (body, key) => roleReplyOf(await runInscribed(body, key)),
      async consultWithCtoFacts(body, key) {
        const answer = await runInscribed({ ...body, bundle_from: 'newest' }, key)
        return answer instanceof Refusal && answer.code === 'bundle_bindings_required' ? undefined : roleReplyOf(answer)
      },
      async bootstrap(body) {
        const answer = await runtime.bootstrapAgent({ ...options, body })
        return answer instanceof Refusal ? runtimeRefused(answer) : answer
      },
      async memory(role) {
        const answer = await runtime.getAgentMemory({ ...options, params: { role }, headers })
        return answer instanceof Refusal ? runtimeRefused(answer) : answer
      },
    }
  }
