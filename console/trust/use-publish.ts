import { useState } from 'preact/hooks'
import { posture } from '../api/posture.ts'
import { receipts } from '../api/receipts.ts'
import { type TrustArtifact, type TrustSlug, trust } from '../api/trust.ts'
import { type Action, useAction } from '../session/action.ts'
import {
  afterSteps,
  type Bundle,
  copiedIn,
  copiedWords,
  type Decision,
  missingFrom,
  prepare,
  type Step,
  widerIn,
} from './copied-documents.ts'
import { type IntakeStanding, isInForce } from './trust-words.ts'

export interface PublishReview extends IntakeStanding, Bundle {
  readonly asOf: string
}

const documentsOf = async (hash: string | undefined): Promise<readonly TrustArtifact[]> =>
  hash === undefined ? [] : (await trust.listTrustArtifacts({ hash })).artifacts

const consider = async (hash: string, present: string | undefined): Promise<PublishReview> => {
  const [{ refused, asOf }, { state }, before, after] = await Promise.all([
    posture.getCisoIntake({ hash }),
    receipts.getReceipt({ hash }),
    documentsOf(present),
    documentsOf(hash),
  ])
  const missing = missingFrom(after, before)
  const wider = widerIn(after, before)
  return { hash, refused, asOf, state, missing, wider, copied: [] }
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
  /** Starts: publishes immediately if there is nothing to decide. */
  readonly begin: Action<PublishInput>
  readonly considered: (PublishReview & PublishInput) | undefined
  readonly confirm: Action<Decision>
  readonly failure: PublishFailure | undefined
  readonly isBusy: boolean
  /** Closes the dialog and removes the copies that were made for it. */
  close(): void
}

const faultsOf = (steps: readonly Step[]): readonly string[] => steps.flatMap(({ fault }) => fault ?? [])

const leftOf = (asked: Bundle, decision: Decision, faults: readonly string[]): PublishFailure => ({
  words: `Nothing was published. ${copiedWords(asked, decision)}`.trim(),
  faults,
  isClosing: false,
})

const useQuestion = (present: string | undefined) => {
  const [considered, setConsidered] = useState<PublishReview & PublishInput>()
  const [failure, setLeft] = useState<PublishFailure>()
  const put = (next: (PublishReview & PublishInput) | undefined, why?: PublishFailure) => {
    setConsidered(next)
    setLeft(why)
  }
  /** Prepares the documents. @returns whether every decision was applied */
  const ready = async (review: PublishReview & PublishInput, decision: Decision): Promise<boolean> => {
    const steps = await prepare(trust, review, decision)
    const after = afterSteps(review, steps)
    const faults = faultsOf(steps)
    put(after, faults.length === 0 ? undefined : leftOf(after, decision, faults))
    if (faults.length === 0) return true
    const fresh = await consider(review.hash, present)
    const next = { ...after, ...fresh, copied: copiedIn(fresh.missing, after, steps) }
    put(next, leftOf(next, decision, faults))
    return false
  }
  const leave = useAction(async () => {
    if (considered === undefined) return
    const { copied } = considered
    const leftOut = new Set(copied.map(({ artifact_slug: slug }) => slug))
    const steps = await prepare(trust, { ...considered, missing: [] }, { isNarrowed: false, leftOut })
    const faults = faultsOf(steps)
    const words =
      'The copied documents could not be removed from that receipt. Select Cancel again to close without removing them.'
    if (faults.length === 0) put(undefined)
    else put(afterSteps(considered, steps), { words, faults, isClosing: true })
  })
  const close = () => {
    if (considered === undefined || considered.copied.length === 0 || failure?.isClosing) put(undefined)
    else leave.run()
  }
  return { considered, left: failure, put, ready, close, isLeaving: leave.isBusy }
}

/**
 * Publishes an intake on a page. Asks for confirmation before a negative verdict is shown, before documents are left
 * behind, and before access to a document widens.
 * @param present the current receipt of the page, if any
 */
export const usePublish = (present: string | undefined, onPublished: (made: TrustSlug) => void): Publishing => {
  const { considered, left: failure, put, ready, close, isLeaving } = useQuestion(present)
  const begin = useAction(
    async ({ slug, hash }: PublishInput) => {
      const next = await consider(hash, present)
      if (isInForce(next) && next.missing.length + next.wider.length === 0) return trust.putTrustSlug({ slug, hash })
      put({ ...next, slug })
      return undefined
    },
    (made) => made && onPublished(made),
  )
  const confirm = useAction(
    async (decision: Decision) => {
      if (considered === undefined) return undefined
      const { slug, hash } = considered
      // Documents first, so that buyers never see the page without them.
      return (await ready(considered, decision)) ? trust.putTrustSlug({ slug, hash }) : undefined
    },
    (made) => {
      if (made === undefined) return
      put(undefined)
      onPublished(made)
    },
  )
  const isBusy = confirm.isBusy || isLeaving
  return { begin, considered, confirm, failure, isBusy, close: () => !isBusy && close() }
}
