import { useState } from 'preact/hooks'
import { posture } from '../api/posture.ts'
import { receipts } from '../api/receipts.ts'
import { type TrustArtifact, type TrustSlug, trust } from '../api/trust.ts'
import { type Action, useAction } from '../session/action.ts'
import {
  type Bundle,
  copiedIn,
  copiedWords,
  type Decision,
  missingFrom,
  newlyPublicIn,
  prepareDocuments,
  reviewAfterSteps,
  type Step,
} from './copied-documents.ts'
import { type IntakeStatus, isInForce } from './trust-words.ts'

export interface PublishReview extends IntakeStatus, Bundle {
  readonly asOf: string
}

const documentsOf = async (hash: string | undefined): Promise<readonly TrustArtifact[]> =>
  hash === undefined ? [] : (await trust.listTrustArtifacts({ hash })).artifacts

const fetchReview = async (hash: string, currentHash: string | undefined): Promise<PublishReview> => {
  const [{ refused, asOf }, { state }, before, after] = await Promise.all([
    posture.getCisoIntake({ hash }),
    receipts.getReceipt({ hash }),
    documentsOf(currentHash),
    documentsOf(hash),
  ])
  const missing = missingFrom(after, before)
  const newlyPublic = newlyPublicIn(after, before)
  return { hash, refused, asOf, state, missing, newlyPublic, copied: [] }
}

interface PublishInput {
  readonly slug: string
  readonly hash: string
}

interface PublishFailure {
  readonly words: string
  readonly faults: readonly string[]
  readonly isClosing: boolean
}

interface Publishing {
  /** Publishes immediately if there is nothing to decide; otherwise sets `review`. */
  readonly begin: Action<PublishInput>
  readonly review: (PublishReview & PublishInput) | undefined
  readonly confirm: Action<Decision>
  readonly failure: PublishFailure | undefined
  readonly isBusy: boolean
  /** Closes the dialog and removes the copies that were made for it. */
  close(): void
}

const faultsOf = (steps: readonly Step[]): readonly string[] => steps.flatMap(({ fault }) => fault ?? [])

const failureOf = (review: Bundle, decision: Decision, faults: readonly string[]): PublishFailure => ({
  words: `Nothing was published. ${copiedWords(review, decision)}`.trim(),
  faults,
  isClosing: false,
})

const usePublishReview = (currentHash: string | undefined) => {
  const [review, setReview] = useState<PublishReview & PublishInput>()
  const [failure, setFailure] = useState<PublishFailure>()
  const showReview = (next: (PublishReview & PublishInput) | undefined, nextFailure?: PublishFailure) => {
    setReview(next)
    setFailure(nextFailure)
  }
  /** Prepares the documents of the reviewed receipt. @returns whether every decision was applied */
  const prepareReviewed = async (review: PublishReview & PublishInput, decision: Decision): Promise<boolean> => {
    const steps = await prepareDocuments(trust, review, decision)
    const after = reviewAfterSteps(review, steps)
    const faults = faultsOf(steps)
    showReview(after, faults.length === 0 ? undefined : failureOf(after, decision, faults))
    if (faults.length === 0) return true
    const reloaded = await fetchReview(review.hash, currentHash)
    const next = { ...after, ...reloaded, copied: copiedIn(reloaded.missing, after, steps) }
    showReview(next, failureOf(next, decision, faults))
    return false
  }
  const removeCopies = useAction(async () => {
    if (review === undefined) return
    const { copied } = review
    const excludedSlugs = new Set(copied.map(({ artifact_slug: slug }) => slug))
    const steps = await prepareDocuments(trust, { ...review, missing: [] }, { staysOnRequest: false, excludedSlugs })
    const faults = faultsOf(steps)
    const words =
      'The copied documents could not be removed from the new receipt. To close without removing them, select Cancel again.'
    if (faults.length === 0) showReview(undefined)
    else showReview(reviewAfterSteps(review, steps), { words, faults, isClosing: true })
  })
  const close = () => {
    if (review === undefined || review.copied.length === 0 || failure?.isClosing) showReview(undefined)
    else removeCopies.run()
  }
  return { review, failure, showReview, prepareReviewed, close, isLeaving: removeCopies.isBusy }
}

/**
 * Publishes an intake on a page. Asks for confirmation if the verdict is negative, if documents of the page are missing
 * from the new receipt, and if a document would become public.
 * @param currentHash the current receipt of the page, if any
 */
export const usePublish = (currentHash: string | undefined, onPublished: (page: TrustSlug) => void): Publishing => {
  const { review, failure, showReview, prepareReviewed, close, isLeaving } = usePublishReview(currentHash)
  const begin = useAction(
    async ({ slug, hash }: PublishInput) => {
      const next = await fetchReview(hash, currentHash)
      if (isInForce(next) && next.missing.length + next.newlyPublic.length === 0)
        return trust.putTrustSlug({ slug, hash })
      showReview({ ...next, slug })
      return undefined
    },
    (page) => page && onPublished(page),
  )
  const confirm = useAction(
    async (decision: Decision) => {
      if (review === undefined) return undefined
      const { slug, hash } = review
      // Documents first, so that buyers never see the page without them.
      return (await prepareReviewed(review, decision)) ? trust.putTrustSlug({ slug, hash }) : undefined
    },
    (page) => {
      if (page === undefined) return
      showReview(undefined)
      onPublished(page)
    },
  )
  const isBusy = confirm.isBusy || isLeaving
  return { begin, review, confirm, failure, isBusy, close: () => !isBusy && close() }
}
