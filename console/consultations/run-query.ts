import { type Consultation, type ConsultRoleInput, consultations } from '../api/consultations.ts'
import { type QueryContext, queries, readAgain } from '../session/queries.ts'

export type RoleReply = Omit<Consultation, 'responseMode' | 'receipt' | 'warning'>

export interface RoleRun {
  readonly hash: string
  readonly at: string
  readonly said: RoleReply
  /** What was asked; undefined once its receipt does not tell any more. */
  readonly asked: ConsultRoleInput | undefined
}

const isSaid = (advisory: unknown): advisory is RoleReply =>
  typeof advisory === 'object' && advisory !== null && 'analysis' in advisory && 'guidance' in advisory

interface Inputs extends Omit<ConsultRoleInput, 'responseMode'> {
  readonly responseMode?: 'structured' | 'narrative'
}

/** What was asked, of the claims that the receipt's owner can open. */
export const askedIn = (claims: unknown): ConsultRoleInput | undefined => {
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

/** Only who comes back to a run needs these clients: whoever has just asked sees what was said without them. */
const loadKept = async () => {
  const [{ runtime }, { receipts }] = await Promise.all([import('../api/runtime.ts'), import('../api/receipts.ts')])
  return { runtime, receipts }
}

type StoredRuns = Awaited<ReturnType<typeof loadKept>>

const askedOf = ({ receipts }: StoredRuns, hash: string, signal: AbortSignal): Promise<ConsultRoleInput | undefined> =>
  receipts.getReceipt({ hash }, { signal }).then(
    ({ opening }) => askedIn(opening?.claims),
    () => undefined,
  )

/** A run by its hash. What was inscribed does not change. The platform keeps runs by tenant, which is the organization. */
export const runQuery = (organization: string, hash: string) => ({
  queryKey: ['consultations', organization, 'run', hash],
  queryFn: async ({ signal }: QueryContext): Promise<RoleRun | undefined> => {
    const kept = await loadKept()
    const [{ at, advisory }, asked] = await Promise.all([
      kept.runtime.getAdvisory({ hash, 'x-querent-ids': organization }, { signal }),
      askedOf(kept, hash, signal),
    ])
    return isSaid(advisory) ? { hash, at, said: { ...advisory, hash }, asked } : undefined
  },
  staleTime: Number.POSITIVE_INFINITY,
})

/** Asks a role, once a key, and lets the page of its run show what was said without reading it. */
export const ask = async (organization: string, asked: ConsultRoleInput, key: string, at: string): Promise<RoleRun> => {
  const said = await consultations.consultRole({ ...asked, 'idempotency-key': key })
  const run = { hash: said.hash, at, said, asked }
  queries.setQueryData(runQuery(organization, said.hash).queryKey, run)
  for (const changed of ['usage', 'receipts']) void readAgain(changed)
  void readAgain('consultations', organization, 'memory')
  return run
}
