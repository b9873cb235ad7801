import { posture } from '../api/posture.ts'
import { trust } from '../api/trust.ts'

interface Asked {
  readonly signal: AbortSignal
}
interface AskedPage extends Asked {
  readonly pageParam: string | undefined
}

const PAGE = 50

/** All slugs of the organisation. */
export const slugsQuery = (organisation: string) => ({
  queryKey: ['trust', organisation, 'slugs'],
  queryFn: async ({ signal }: Asked) => (await trust.listTrustSlugs({}, { signal })).slugs,
})

/** Artifacts of the bundle of a receipt. */
export const bundleQuery = (organisation: string, hash: string) => ({
  queryKey: ['trust', organisation, 'bundle', hash],
  queryFn: async ({ signal }: Asked) => (await trust.listTrustArtifacts({ hash }, { signal })).artifacts,
})

/** What a slug stood for, newest first. */
export const historyPages = (organisation: string, slug: string) => ({
  queryKey: ['trust', organisation, 'history', slug],
  queryFn: ({ pageParam, signal }: AskedPage) =>
    trust.listTrustSlugHistory({ slug, limit: PAGE, cursor: pageParam }, { signal }),
  next: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
})

/** Who gets news of a page. */
export const subscriberPages = (organisation: string, slug: string) => ({
  queryKey: ['trust', organisation, 'subscribers', slug],
  queryFn: ({ pageParam, signal }: AskedPage) =>
    trust.listTrustSubscribers({ slug, limit: PAGE, cursor: pageParam }, { signal }),
  next: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
})

/** Intakes, newest first. */
export const intakePages = (organisation: string) => ({
  queryKey: ['trust', organisation, 'intakes'],
  queryFn: ({ pageParam, signal }: AskedPage) =>
    posture.listCisoIntakes({ limit: PAGE, cursor: pageParam }, { signal }),
  next: ({ nextCursor }: { readonly nextCursor?: string | undefined }) => nextCursor,
})

/** One intake with its payload. */
export const intakeQuery = (organisation: string, hash: string) => ({
  queryKey: ['trust', organisation, 'intake', hash],
  queryFn: ({ signal }: Asked) => posture.getCisoIntake({ hash }, { signal }),
})
