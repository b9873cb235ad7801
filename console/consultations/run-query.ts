import { type Consultation, type ConsultRoleInput, consultations } from '../api/consultations.ts'
import { invalidate, type QueryContext, queries } from '../session/queries.ts'

export type RoleReply = Omit<Consultation, 'responseMode' | 'receipt' | 'warning'>

export interface RoleRun {
  readonly hash: string
  readonly at: string
  readonly reply: RoleReply
  /** The request; undefined if the receipt no longer reveals it. */
  readonly request: ConsultRoleInput | undefined
}

const isRoleReply = (advisory: unknown): advisory is RoleReply =>
  typeof advisory === 'object' && advisory !== null && 'analysis' in advisory && 'guidance' in advisory

interface Inputs extends Omit<ConsultRoleInput, 'responseMode'> {
  readonly responseMode?: 'structured' | 'narrative'
}

/** Reads the request from the claims that the receipt's owner can open. */
export const requestInClaims = (claims: unknown): ConsultRoleInput | undefined => {
  const { inputs } = (claims ?? {}) as { readonly inputs?: unknown }
  if (typeof inputs !== 'string') return undefined
  const { role, intention, context, painSignals, responseMode } = JSON.parse(inputs) as Inputs
  return {
    role,
    intention,
    ...(context && { context }),
    ...(painSignals && { painSignals }),
    responseMode: responseMode === 'narrative' ? 'natural' : 'symbolic',
  }
}

/** Loads these clients on demand: a fresh consultation is shown without them. */
const loadRunClients = async () => {
  const [{ runtime }, { receipts }] = await Promise.all([import('../api/runtime.ts'), import('../api/receipts.ts')])
  return { runtime, receipts }
}

type RunClients = Awaited<ReturnType<typeof loadRunClients>>

const requestOfRun = (
  { receipts }: RunClients,
  hash: string,
  signal: AbortSignal,
): Promise<ConsultRoleInput | undefined> =>
  receipts.getReceipt({ hash }, { signal }).then(
    ({ opening }) => requestInClaims(opening?.claims),
    () => undefined,
  )

/** Reads a run by its hash. Runs do not change. They are stored under the organization's ID as the querent. */
export const runQuery = (organization: string, hash: string) => ({
  queryKey: ['consultations', organization, 'run', hash],
  queryFn: async ({ signal }: QueryContext): Promise<RoleRun | undefined> => {
    const clients = await loadRunClients()
    const [{ at, advisory }, request] = await Promise.all([
      clients.runtime.getAdvisory({ hash, 'x-querent-ids': organization }, { signal }),
      requestOfRun(clients, hash, signal),
    ])
    return isRoleReply(advisory) ? { hash, at, reply: { ...advisory, hash }, request } : undefined
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Consults a role, at most once per idempotency key, and caches the run for its page. */
export const consult = async (
  organization: string,
  request: ConsultRoleInput,
  key: string,
  at: string,
): Promise<RoleRun> => {
  const reply = await consultations.consultRole({ ...request, 'idempotency-key': key })
  const run = { hash: reply.hash, at, reply, request }
  queries.setQueryData(runQuery(organization, reply.hash).queryKey, run)
  for (const queryKey of ['usage', 'receipts']) void invalidate(queryKey)
  void invalidate('consultations', organization, 'memory')
  return run
}
