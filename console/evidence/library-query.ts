import { evidence, type ListEvidenceAssetsInput } from '../api/evidence.ts'

const PAGE = 20

/** Assets of the library, newest first, as far as one goes. */
export const assetPages = (organisation: string, filter: Pick<ListEvidenceAssetsInput, 'type' | 'domain' | 'q'>) => ({
  queryKey: ['evidence', organisation, 'library', filter],
  queryFn: ({ pageParam, signal }: { readonly pageParam: string | undefined; readonly signal: AbortSignal }) =>
    evidence.listEvidenceAssets({ ...filter, limit: PAGE, cursor: pageParam }, { signal }),
  next: ({ nextCursor }: { readonly nextCursor?: string | undefined }) => nextCursor,
})

export const assetQuery = (organisation: string, id: string) => ({
  queryKey: ['evidence', organisation, 'asset', id],
  queryFn: async ({ signal }: { readonly signal: AbortSignal }) =>
    (await evidence.getEvidenceAsset({ id }, { signal })).asset,
})
