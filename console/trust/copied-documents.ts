import type {
  ChangeTrustArtifactInput,
  CopyTrustArtifactInput,
  CopyTrustArtifactOutput,
  DeleteTrustArtifactInput,
  TrustArtifact,
} from '../api/trust.ts'
import { counted } from '../session/amounts.ts'
import { faultOf, isRefused } from '../session/faults.ts'

type Documents = readonly TrustArtifact[]

const slugsOf = (documents: Documents): ReadonlySet<string> => new Set(documents.map(({ artifact_slug: slug }) => slug))

const without = (documents: Documents, slugs: ReadonlySet<string>): Documents =>
  documents.filter(({ artifact_slug: slug }) => !slugs.has(slug))

export const missingFrom = (next: Documents, present: Documents): Documents => without(present, slugsOf(next))

/**
 * Returns documents that would become public with the next receipt but are on request now, matched by slug or content.
 */
export const widerIn = (next: Documents, present: Documents): Documents =>
  next.filter(({ access, artifact_slug: slug, content_hash: bytes }) => {
    const same = present.filter((each) => each.content_hash === bytes)
    // Content that is already public under another slug is not confidential.
    if (access !== 'public' || same.some((each) => each.access === 'public')) return false
    return same.length > 0 || present.some((each) => each.artifact_slug === slug && each.access === 'request')
  })

/** The documents to decide about before a page shows the receipt with this `hash`. */
export interface Bundle {
  readonly hash: string
  readonly missing: Documents
  /** Copied while the dialog is open; removed again if the user changes the selection. */
  readonly copied: Documents
  readonly wider: Documents
}

export interface Decision {
  readonly leftOut: ReadonlySet<string>
  readonly isNarrowed: boolean
}

type Work = 'copy' | 'remove' | 'narrow'

export interface Step {
  readonly work: Work
  readonly document: TrustArtifact
  readonly fault: string | undefined
  /** The copy replaces another document that was added in the meantime. */
  readonly isReplacing?: boolean
}

interface Service {
  copyTrustArtifact(input: CopyTrustArtifactInput): Promise<Pick<CopyTrustArtifactOutput, 'created'>>
  deleteTrustArtifact(input: DeleteTrustArtifactInput): Promise<unknown>
  changeTrustArtifact(input: ChangeTrustArtifactInput): Promise<unknown>
}

const FAILED: Readonly<Record<Work, string>> = {
  copy: 'could not be copied',
  remove: 'could not be removed again',
  narrow: 'could not be set to on request',
}

const doStep = async (service: Service, hash: string, work: Work, document: TrustArtifact): Promise<Step> => {
  const { artifact_slug: slug, receipt_hash: from } = document
  const step = { work, document, fault: undefined }
  try {
    if (work === 'copy')
      return { ...step, isReplacing: !(await service.copyTrustArtifact({ hash, slug, from })).created }
    if (work === 'remove') await service.deleteTrustArtifact({ hash, slug })
    else await service.changeTrustArtifact({ hash, slug, access: 'request' })
    return step
  } catch (error) {
    if (work === 'remove' && isRefused(error) && error.status === 404) return step
    return { ...step, fault: `${document.display_name} ${FAILED[work]}: ${faultOf(error).message}` }
  }
}

/** Applies the user's decisions to a bundle. A failed step does not stop the others. */
export const prepare = async (
  service: Service,
  { hash, missing, copied, wider }: Bundle,
  { leftOut, isNarrowed }: Decision,
): Promise<readonly Step[]> => {
  const documentsByWork: readonly (readonly [Work, Documents])[] = [
    ['narrow', isNarrowed ? wider : []],
    ['remove', copied.filter(({ artifact_slug: slug }) => leftOut.has(slug))],
    ['copy', without(missing, leftOut)],
  ]
  const steps: Step[] = []
  for (const [work, documents] of documentsByWork)
    for (const document of documents) steps.push(await doStep(service, hash, work, document))
  return steps
}

export const afterSteps = <Review extends Bundle>(review: Review, steps: readonly Step[]): Review => {
  const done = (work: Work) => steps.filter((step) => step.work === work && step.fault === undefined)
  const documentsOf = (some: readonly Step[]) => some.map(({ document }) => document)
  const copies = done('copy')
  const removed = documentsOf(done('remove'))
  const narrowed = documentsOf(done('narrow'))
  return {
    ...review,
    missing: [...without(review.missing, slugsOf(documentsOf(copies))), ...removed],
    copied: [
      ...without(review.copied, slugsOf(removed)),
      ...documentsOf(copies.filter(({ isReplacing }) => !isReplacing)),
    ],
    wider: without(review.wider, slugsOf(narrowed)),
  }
}

/**
 * Returns the documents that this dialog copied, from the current bundle, so that a copy with a lost reply is included.
 */
export const copiedIn = (missing: Documents, { copied }: Pick<Bundle, 'copied'>, steps: readonly Step[]): Documents => {
  const unsure = steps.filter(({ work, fault }) => work === 'copy' && fault !== undefined)
  return without([...copied, ...unsure.map(({ document }) => document)], slugsOf(missing))
}

export const copiedWords = ({ missing, copied }: Bundle, { leftOut }: Decision): string => {
  const wanted = copied.length + without(missing, leftOut).length
  return wanted === 0
    ? ''
    : `${copied.length} of ${counted(wanted, 'document')} ${copied.length === 1 ? 'was' : 'were'} copied.`
}
