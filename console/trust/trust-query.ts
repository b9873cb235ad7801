import { type ListedIntake, posture } from '../api/posture.ts'
import { type ListedReceipt, receipts } from '../api/receipts.ts'
import { type TrustSlug, trust } from '../api/trust.ts'
import type { PageContext, QueryContext } from '../session/queries.ts'
import type { IntakeStanding } from './trust-words.ts'

const PAGE = 50

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
    trust.listTrustSlugHistory({ slug, limit: PAGE, cursor: pageParam }, { signal }),
  next: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
})

export const subscriberPages = (organization: string, slug: string) => ({
  queryKey: ['trust', organization, 'subscribers', slug],
  queryFn: ({ pageParam, signal }: PageContext) =>
    trust.listTrustSubscribers({ slug, limit: PAGE, cursor: pageParam }, { signal }),
  next: ({ next_cursor }: { readonly next_cursor: string | null }) => next_cursor,
})

export interface IntakePage {
  readonly intakes: readonly ListedIntake[]
  readonly states: ReadonlyMap<string, ListedReceipt['state']>
  readonly next: string | undefined
}

/** Intakes and their receipts are listed in the same order, so both lists are paged together. */
const intakePage = async (cursor: string | undefined, signal: AbortSignal): Promise<IntakePage> => {
  const [ofIntakes, ofReceipts] = cursor?.split(' ') ?? []
  const [intakePage, signed] = await Promise.all([
    posture.listCisoIntakes({ limit: PAGE, cursor: ofIntakes }, { signal }),
    receipts.listReceipts({ kind: 'ciso.intake', limit: PAGE, cursor: ofReceipts || undefined }, { signal }),
  ])
  return {
    intakes: intakePage.intakes,
    states: new Map(signed.receipts.map(({ hash, state }) => [hash, state])),
    next:
      intakePage.nextCursor === undefined
        ? undefined
        : `${intakePage.nextCursor} ${signed.next_cursor ?? ofReceipts ?? ''}`,
  }
}

export const intakePages = (organization: string) => ({
  queryKey: ['trust', organization, 'intakes'],
  queryFn: ({ pageParam, signal }: PageContext) => intakePage(pageParam, signal),
  next: ({ next }: IntakePage) => next,
})

export type StandingIntake = ListedIntake & IntakeStanding

export const intakesIn = (pages: readonly IntakePage[]): readonly StandingIntake[] => {
  const states = new Map(pages.flatMap((page) => [...page.states]))
  return pages.flatMap(({ intakes }) =>
    intakes.map((each) => ({ ...each, state: states.get(each.receipt.hash) ?? 'active' })),
  )
}

/** Reads the current public page, at a URL that no browser has cached. */
export const shownQuery = (organization: string, { slug, current_hash: hash }: TrustSlug) => ({
  queryKey: ['trust', organization, 'shown', slug, hash],
  queryFn: ({ signal }: QueryContext) =>
    trust.readTrustPage({ slug: `${slug}.json`, preview: crypto.randomUUID() }, { signal }),
})

/** Pending requests, the newest hundred. */
export const pendingQuery = (organization: string) => ({
  queryKey: ['trust', organization, 'pending'],
  queryFn: ({ signal }: QueryContext) => trust.listTrustRequests({ state: 'pending', limit: 100 }, { signal }),
})

/** Reads an intake, its payload and the status of its receipt together, so that the page renders once. */
export const intakeQuery = (organization: string, hash: string) => ({
  queryKey: ['trust', organization, 'intake', hash],
  queryFn: async ({ signal }: QueryContext) => {
    const [kept, { state }] = await Promise.all([
      posture.getCisoIntake({ hash }, { signal }),
      receipts.getReceipt({ hash }, { signal }),
    ])
    return { ...kept, state }
  },
})
