import type {
  ChangeTrustArtifactInput,
  CopyTrustArtifactInput,
  CopyTrustArtifactOutput,
  DeleteTrustArtifactInput,
  TrustArtifact,
} from '../api/trust.ts'
import { faultOf, isRefused } from '../session/faults.ts'

type Documents = readonly TrustArtifact[]

const slugsOf = (documents: Documents): ReadonlySet<string> => new Set(documents.map(({ artifact_slug: slug }) => slug))

const without = (documents: Documents, slugs: ReadonlySet<string>): Documents =>
  documents.filter(({ artifact_slug: slug }) => !slugs.has(slug))

export const missingFrom = (next: Documents, present: Documents): Documents => without(present, slugsOf(next))

/** Documents of the next receipt that everybody could have, which the present page has on request, by their name or their bytes. */
export const widerIn = (next: Documents, present: Documents): Documents =>
  next.filter(({ access, artifact_slug: slug, content_hash: bytes }) => {
    const same = present.filter((each) => each.content_hash === bytes)
    // What everybody can have today by another name is no secret.
    if (access !== 'public' || same.some((each) => each.access === 'public')) return false
    return same.length > 0 || present.some((each) => each.artifact_slug === slug && each.access === 'request')
  })

/** Documents of which a person decides before a page shows the receipt of `hash`. */
export interface Bundle {
  readonly hash: string
  readonly missing: Documents
  /** Copied there since the question was asked: they are taken away again with a change of mind. */
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
  /** A copy stands in the place of another document, which somebody has put there meanwhile. */
  readonly isReplacing?: boolean
}

interface Service {
  copyTrustArtifact(input: CopyTrustArtifactInput): Promise<Pick<CopyTrustArtifactOutput, 'created'>>
  deleteTrustArtifact(input: DeleteTrustArtifactInput): Promise<unknown>
  changeTrustArtifact(input: ChangeTrustArtifactInput): Promise<unknown>
}

const FAILED: Readonly<Record<Work, string>> = {
  copy: 'could not be copied',
  remove: 'could not be taken away again',
  narrow: 'could not be put on request',
}

const doStep = async (service: Service, hash: string, work: Work, document: TrustArtifact): Promise<Step> => {
  const { artifact_slug: slug, receipt_hash: from } = document
  const done = { work, document, fault: undefined }
  try {
    if (work === 'copy')
      return { ...done, isReplacing: !(await service.copyTrustArtifact({ hash, slug, from })).created }
    if (work === 'remove') await service.deleteTrustArtifact({ hash, slug })
    else await service.changeTrustArtifact({ hash, slug, access: 'request' })
    return done
  } catch (error) {
    if (work === 'remove' && isRefused(error) && error.status === 404) return done
    return { ...done, fault: `${document.display_name} ${FAILED[work]}: ${faultOf(error).message}` }
  }
}

/** Makes a bundle what a person has decided. A failure stops none of the others. */
export const prepare = async (
  service: Service,
  { hash, missing, copied, wider }: Bundle,
  { leftOut, isNarrowed }: Decision,
): Promise<readonly Step[]> => {
  const wanted: readonly (readonly [Work, Documents])[] = [
    ['narrow', isNarrowed ? wider : []],
    ['remove', copied.filter(({ artifact_slug: slug }) => leftOut.has(slug))],
    ['copy', without(missing, leftOut)],
  ]
  const steps: Step[] = []
  for (const [work, documents] of wanted)
    for (const document of documents) steps.push(await doStep(service, hash, work, document))
  return steps
}

export const afterSteps = <Asked extends Bundle>(asked: Asked, steps: readonly Step[]): Asked => {
  const done = (work: Work) => steps.filter((step) => step.work === work && step.fault === undefined)
  const documentsOf = (some: readonly Step[]) => some.map(({ document }) => document)
  const copies = done('copy')
  const removed = documentsOf(done('remove'))
  const narrowed = documentsOf(done('narrow'))
  return {
    ...asked,
    missing: [...without(asked.missing, slugsOf(documentsOf(copies))), ...removed],
    copied: [
      ...without(asked.copied, slugsOf(removed)),
      ...documentsOf(copies.filter(({ isReplacing }) => !isReplacing)),
    ],
    wider: without(asked.wider, slugsOf(narrowed)),
  }
}

/** What this dialog has copied, once the bundle was read again: a copy whose answer was lost is there all the same. */
export const copiedIn = (missing: Documents, { copied }: Pick<Bundle, 'copied'>, steps: readonly Step[]): Documents => {
  const unsure = steps.filter(({ work, fault }) => work === 'copy' && fault !== undefined)
  return without([...copied, ...unsure.map(({ document }) => document)], slugsOf(missing))
}

export const copiedWords = ({ missing, copied }: Bundle, { leftOut }: Decision): string => {
  const wanted = copied.length + without(missing, leftOut).length
  return wanted === 0 ? '' : `${copied.length} of ${wanted} ${copied.length === 1 ? 'was' : 'were'} copied.`
}
