import { setTimeout as wait } from 'node:timers/promises'
import { scopesOf } from '@signet/identity'
import { Refusal, type RequestContext, refusal } from '@signet/kernel'
import type { Consultation } from '@signet/runtime-schemas/consultation'
import { type Ask, type CallOptions, passedOn } from '@signet/siblings'
import type { access } from '../contract/access.ts'

/** The runtime, as this function may ask it. */
type Runtime = Ask<typeof access.api>['runtime']

type Asked<Name extends keyof Runtime> = Parameters<Runtime[Name]>[0]
type Answered<Name extends keyof Runtime> = Exclude<Awaited<ReturnType<Runtime[Name]>>, Refusal>

/** What a role is asked; it is always inscribed, and its claims are private. */
export type RoleAsked = Omit<Asked<'runAgent'>['body'], 'inscribe'>

/** What an inscribed run said. */
export type RoleSaid = Answered<'runAgent'> & Pick<Consultation, 'hash' | 'receipt'>

/** Why a role says nothing: the request, or the runtime. */
export type NotSaid = Refusal<'invalid_input' | 'rate_limited' | 'upstream_failed'>

/** The request that asks. */
export type Context = Pick<RequestContext, 'caller' | 'traceId' | 'signal'>

/** Roles at the runtime, in the namespace of a tenant. */
export interface RuntimeRoles {
  /** Asks a role and inscribes what it says, once a key. */
  ask(body: RoleAsked, key: string): Promise<RoleSaid | NotSaid>
  bootstrap(body: Asked<'bootstrapAgent'>['body']): Promise<Answered<'bootstrapAgent'> | NotSaid>
  memory(role: string): Promise<Answered<'getAgentMemory'> | NotSaid>
  /** What was said in an inscribed run; undefined if it is gone. */
  advisory(hash: string): Promise<Answered<'getAdvisory'>['advisory'] | undefined | NotSaid>
}

/** All calls of a request together, shorter than the gateway waits: there must be time to give a credit back. */
const TOGETHER_MS = 26_000

/** Runs of a role of one tenant are one after the other: who came at the same moment too often asks again. */
const TRIES = 6
const PAUSE_MS = 400

const FAILED = 'The runtime failed; try again shortly'

const notSaid = (refused: Refusal): NotSaid => passedOn(refused, ['invalid_input', 'rate_limited'], FAILED)

const isInscribed = (said: Answered<'runAgent'>): said is RoleSaid =>
  said.hash !== undefined && said.receipt !== undefined

/** The platform has counted it: nobody pays at the runtime (docs/adr/0025). */
const callsOf = ({ caller, traceId, signal }: Context) => {
  const { entitlementScope: orgId, resourceScope: tenantId } = scopesOf(caller)
  const options: CallOptions = {
    as: { tenantId, orgId, userId: caller.userId, scopes: ['runtime:read', 'runtime:run'] },
    signal: AbortSignal.any([signal, AbortSignal.timeout(TOGETHER_MS)]),
    traceId,
    timeoutMs: TOGETHER_MS,
  }
  return { options, headers: { 'x-querent-ids': tenantId } }
}

/** The roles of the runtime for the tenant of a request. */
export const runtimeRoles =
  (runtime: Runtime, random: () => number = Math.random) =>
  (context: Context): RuntimeRoles => {
    const { options, headers } = callsOf(context)
    const pause = (nth: number) => wait(random() * PAUSE_MS * nth, undefined, { signal: options.signal })

    const run = async (body: RoleAsked, key: string) => {
      for (let nth = 1; ; nth++) {
        const said = await runtime.runAgent({
          ...options,
          body: { ...body, inscribe: true },
          headers: { ...headers, 'idempotency-key': key },
        })
        if (!(said instanceof Refusal) || said.code !== 'receipt_conflict' || nth === TRIES) return said
        await pause(nth).catch(() => undefined)
      }
    }

    return {
      async ask(body, key) {
        const said = await run(body, key)
        if (said instanceof Refusal) return notSaid(said)
        return isInscribed(said)
          ? said
          : refusal('upstream_failed', FAILED, { cause: new Error('It has not inscribed the run') })
      },
      async bootstrap(body) {
        const said = await runtime.bootstrapAgent({ ...options, body })
        return said instanceof Refusal ? notSaid(said) : said
      },
      async memory(role) {
        const said = await runtime.getAgentMemory({ ...options, params: { role }, headers })
        return said instanceof Refusal ? notSaid(said) : said
      },
      async advisory(hash) {
        const said = await runtime.getAdvisory({ ...options, params: { hash }, headers })
        if (!(said instanceof Refusal)) return said.advisory
        return said.code === 'not_found' ? undefined : notSaid(said)
      },
    }
  }
