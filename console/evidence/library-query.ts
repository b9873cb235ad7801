import { evidence, type ListEvidenceAssetsInput } from '../api/evidence.ts'
import type { PageContext, QueryContext } from '../session/queries.ts'

const PAGE_SIZE = 20

export const assetPages = (organization: string, filter: Pick<ListEvidenceAssetsInput, 'type' | 'domain' | 'q'>) => ({
  queryKey: ['evidence', organization, 'library', filter],
  queryFn: ({ pageParam, signal }: PageContext) =>
    evidence.listEvidenceAssets({ ...filter, limit: PAGE_SIZE, cursor: pageParam }, { signal }),
  next: ({ nextCursor }: { readonly nextCursor?: string | undefined }) => nextCursor,
})

export const assetQuery = (organization: string, id: string) => ({
  queryKey: ['evidence', organization, 'asset', id],
  queryFn: async ({ signal }: QueryContext) => (await evidence.getEvidenceAsset({ id }, { signal })).asset,
})
