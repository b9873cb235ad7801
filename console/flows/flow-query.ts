import { flows } from '../api/flows.ts'
import type { StoredScaffold } from '../api/runtime.ts'
import type { QueryContext } from '../session/queries.ts'

export const flowQuery = (organization: string, id: string) => ({
  queryKey: ['flows', organization, 'flow', id],
  queryFn: ({ signal }: QueryContext) => flows.getFlow({ id }, { signal }),
})

export const oracleQuery = (organization: string, id: string) => ({
  queryKey: ['flows', organization, 'oracle', id],
  queryFn: ({ signal }: QueryContext) => flows.getFlowOracle({ id }, { signal }),
})

/**
 * Reads the original result of a flow: its classification and files. It does not change, and it is stored under the
 * organization's ID as the querent.
 */
export const originQuery = (organization: string, id: string) => ({
  queryKey: ['flows', organization, 'origin', id],
  queryFn: async ({ signal }: QueryContext): Promise<StoredScaffold> => {
    const { runtime } = await import('../api/runtime.ts')
    return runtime.getScaffold({ hash: id, 'x-querent-ids': organization }, { signal })
  },
  staleTime: Number.POSITIVE_INFINITY,
})
