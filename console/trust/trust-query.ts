import { type ListedIntake, posture } from '../api/posture.ts'
import { type ListedReceipt, receipts } from '../api/receipts.ts'
import { type TrustSlug, trust } from '../api/trust.ts'
import type { PageContext, QueryContext } from '../session/queries.ts'
import type { IntakeStatus } from './trust-words.ts'

const PAGE_SIZE = 50

export const slugsQuery = (organization: string) => ({
  queryKey: ['trust', organization, 'slugs'],
  queryFn: async ({ signal }: QueryContext) => (await trust.listTrustSlugs({}, { signal })).slugs,
})

export const bundleQuery = (organization: string, hash: string) => ({
  queryKey: ['trust', organization, 'bundle', hash],
  queryFn: async ({ signal }: QueryContext) => (await trust.listTrustArtifacts({ hash }, { signal })).artifacts,
})

export const historyPages = (organization: string, slug: string) => ({
  queryKey: ['trust', organization, 'history', slug],
  queryFn: ({ pageParam, signal }: PageContext) =>
    trust.listTrustSlugHistory({ slug, limit: PAGE_SIZE, cursor: pageParam }, { signal }),
  next: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
})

export const subscriberPages = (organization: string, slug: string) => ({
  queryKey: ['trust', organization, 'subscribers', slug],
  queryFn: ({ pageParam, signal }: PageContext) =>
    trust.listTrustSubscribers({ slug, limit: PAGE_SIZE, cursor: pageParam }, { signal }),
  next: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
})

export interface IntakePage {
  readonly intakes: readonly ListedIntake[]
  readonly states: ReadonlyMap<string, ListedReceipt['state']>
  readonly next: string | undefined
}

/** Fetches a page of intakes and the page of their receipts. Both lists have the same order. */
const fetchIntakePage = async (cursor: string | undefined, signal: AbortSignal): Promise<IntakePage> => {
  const [intakeCursor, receiptCursor] = cursor?.split(' ') ?? []
  const [intakePage, receiptPage] = await Promise.all([
    posture.listCisoIntakes({ limit: PAGE_SIZE, cursor: intakeCursor }, { signal }),
    receipts.listReceipts({ kind: 'ciso.intake', limit: PAGE_SIZE, cursor: receiptCursor || undefined }, { signal }),
  ])
  return {
    intakes: intakePage.intakes,
    states: new Map(receiptPage.receipts.map(({ hash, state }) => [hash, state])),
    next:
      intakePage.nextCursor === undefined
        ? undefined
        : `${intakePage.nextCursor} ${receiptPage.next_cursor ?? receiptCursor ?? ''}`,
  }
}

export const intakePages = (organization: string) => ({
  queryKey: ['trust', organization, 'intakes'],
  queryFn: ({ pageParam, signal }: PageContext) => fetchIntakePage(pageParam, signal),
  next: ({ next }: IntakePage) => next,
})

export type IntakeWithState = ListedIntake & IntakeStatus

export const intakesIn = (pages: readonly IntakePage[]): readonly IntakeWithState[] => {
  const states = new Map(pages.flatMap((page) => [...page.states]))
  return pages.flatMap(({ intakes }) =>
    intakes.map((each) => ({ ...each, state: states.get(each.receipt.hash) ?? 'active' })),
  )
}

/** Reads the current public page, at a URL that no browser has cached. */
export const publicPageQuery = (organization: string, { slug, current_hash: hash }: TrustSlug) => ({
  queryKey: ['trust', organization, 'shown', slug, hash],
  queryFn: ({ signal }: QueryContext) =>
    trust.readTrustPage({ slug: `${slug}.json`, preview: crypto.randomUUID() }, { signal }),
})

/** The newest 100 pending requests. */
export const pendingQuery = (organization: string) => ({
  queryKey: ['trust', organization, 'pending'],
  queryFn: ({ signal }: QueryContext) => trust.listTrustRequests({ state: 'pending', limit: 100 }, { signal }),
})

/** Reads an intake, its payload and the status of its receipt together, so that the page renders once. */
export const intakeQuery = (organization: string, hash: string) => ({
  queryKey: ['trust', organization, 'intake', hash],
  queryFn: async ({ signal }: QueryContext) => {
    const [intake, { state }] = await Promise.all([
      posture.getCisoIntake({ hash }, { signal }),
      receipts.getReceipt({ hash }, { signal }),
    ])
    return { ...intake, state }
  },
})
