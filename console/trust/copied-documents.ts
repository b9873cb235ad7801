import type {
  ChangeTrustArtifactInput,
  CopyTrustArtifactInput,
  CopyTrustArtifactOutput,
  DeleteTrustArtifactInput,
  TrustArtifact,
} from '../api/trust.ts'
import { formatCount } from '../session/amounts.ts'
import { faultOf, isApiError } from '../session/faults.ts'

type Documents = readonly TrustArtifact[]

const slugsOf = (documents: Documents): ReadonlySet<string> => new Set(documents.map(({ artifact_slug: slug }) => slug))

const excludeSlugs = (documents: Documents, slugs: ReadonlySet<string>): Documents =>
  documents.filter(({ artifact_slug: slug }) => !slugs.has(slug))

export const missingFrom = (next: Documents, current: Documents): Documents => excludeSlugs(current, slugsOf(next))

/**
 * Returns documents that would become public with the next receipt but are on request now, matched by slug or content.
 */
export const newlyPublicIn = (next: Documents, current: Documents): Documents =>
  next.filter(({ access, artifact_slug: slug, content_hash: contentHash }) => {
    const sameContent = current.filter((each) => each.content_hash === contentHash)
    // Content that is already public under another slug is not confidential.
    if (access !== 'public' || sameContent.some((each) => each.access === 'public')) return false
    return sameContent.length > 0 || current.some((each) => each.artifact_slug === slug && each.access === 'request')
  })

/** The documents to decide about before a page shows the receipt with this `hash`. */
export interface Bundle {
  readonly hash: string
  readonly missing: Documents
  /** Copied while the dialog is open; removed again if the user changes the selection. */
  readonly copied: Documents
  readonly newlyPublic: Documents
}

export interface Decision {
  readonly excludedSlugs: ReadonlySet<string>
  readonly staysOnRequest: boolean
}

/** `restrict` changes the access of a document from public to on request. */
type StepAction = 'copy' | 'remove' | 'restrict'

export interface Step {
  readonly action: StepAction
  readonly document: TrustArtifact
  readonly fault: string | undefined
  /** The copy replaces another document that was added in the meantime. */
  readonly isReplacing?: boolean
}

interface TrustService {
  copyTrustArtifact(input: CopyTrustArtifactInput): Promise<Pick<CopyTrustArtifactOutput, 'created'>>
  deleteTrustArtifact(input: DeleteTrustArtifactInput): Promise<unknown>
  changeTrustArtifact(input: ChangeTrustArtifactInput): Promise<unknown>
}

const FAILURE_TEXTS: Readonly<Record<StepAction, string>> = {
  copy: 'could not be copied',
  remove: 'could not be removed',
  restrict: 'could not be made available on request',
}

const runStep = async (
  service: TrustService,
  hash: string,
  action: StepAction,
  document: TrustArtifact,
): Promise<Step> => {
  const { artifact_slug: slug, receipt_hash: sourceHash } = document
  const step = { action, document, fault: undefined }
  try {
    if (action === 'copy')
      return { ...step, isReplacing: !(await service.copyTrustArtifact({ hash, slug, from: sourceHash })).created }
    if (action === 'remove') await service.deleteTrustArtifact({ hash, slug })
    else await service.changeTrustArtifact({ hash, slug, access: 'request' })
    return step
  } catch (error) {
    if (action === 'remove' && isApiError(error) && error.status === 404) return step
    return { ...step, fault: `${document.display_name} ${FAILURE_TEXTS[action]}: ${faultOf(error).message}` }
  }
}

/** Applies the user's decisions to a bundle. A failed step does not stop the others. */
export const prepareDocuments = async (
  service: TrustService,
  { hash, missing, copied, newlyPublic }: Bundle,
  { excludedSlugs, staysOnRequest }: Decision,
): Promise<readonly Step[]> => {
  const documentsByAction: readonly (readonly [StepAction, Documents])[] = [
    ['restrict', staysOnRequest ? newlyPublic : []],
    ['remove', copied.filter(({ artifact_slug: slug }) => excludedSlugs.has(slug))],
    ['copy', excludeSlugs(missing, excludedSlugs)],
  ]
  const steps: Step[] = []
  for (const [action, documents] of documentsByAction)
    for (const document of documents) steps.push(await runStep(service, hash, action, document))
  return steps
}

export const reviewAfterSteps = <Review extends Bundle>(review: Review, steps: readonly Step[]): Review => {
  const succeededSteps = (action: StepAction) =>
    steps.filter((step) => step.action === action && step.fault === undefined)
  const documentsOf = (steps: readonly Step[]) => steps.map(({ document }) => document)
  const copies = succeededSteps('copy')
  const removed = documentsOf(succeededSteps('remove'))
  const restricted = documentsOf(succeededSteps('restrict'))
  return {
    ...review,
    missing: [...excludeSlugs(review.missing, slugsOf(documentsOf(copies))), ...removed],
    copied: [
      ...excludeSlugs(review.copied, slugsOf(removed)),
      ...documentsOf(copies.filter(({ isReplacing }) => !isReplacing)),
    ],
    newlyPublic: excludeSlugs(review.newlyPublic, slugsOf(restricted)),
  }
}

/**
 * Returns the documents that this dialog copied. A copy whose response was lost counts if the bundle now contains it.
 */
export const copiedIn = (missing: Documents, { copied }: Pick<Bundle, 'copied'>, steps: readonly Step[]): Documents => {
  const possiblyCopied = steps.filter(({ action, fault }) => action === 'copy' && fault !== undefined)
  return excludeSlugs([...copied, ...possiblyCopied.map(({ document }) => document)], slugsOf(missing))
}

export const copiedWords = ({ missing, copied }: Bundle, { excludedSlugs }: Decision): string => {
  const total = copied.length + excludeSlugs(missing, excludedSlugs).length
  return total === 0
    ? ''
    : `${copied.length} of ${formatCount(total, 'document')} ${copied.length === 1 || total === 1 ? 'was' : 'were'} copied.`
}
