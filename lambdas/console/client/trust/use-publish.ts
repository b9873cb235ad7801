import { useState } from 'preact/hooks'
import { posture } from '../api/posture.ts'
import { receipts } from '../api/receipts.ts'
import { trust } from '../api/trust.ts'
import type { TrustArtifact, TrustSlug } from '../clients/trust.ts'
import { type Action, useAction } from '../session/action.ts'
import { faultOf } from '../session/faults.ts'
import { isInForce, type Standing } from './trust-words.ts'

/** What somebody should know before buyers see an intake. */
export interface Considered extends Standing {
  readonly hash: string
  readonly asOf: string
  /** Documents of the present page that are not with the receipt of this intake. */
  readonly missing: readonly TrustArtifact[]
}

const documentsOf = async (hash: string | undefined): Promise<readonly TrustArtifact[]> =>
  hash === undefined ? [] : (await trust.listTrustArtifacts({ hash })).artifacts

const consider = async (hash: string, present: string | undefined): Promise<Considered> => {
  const [{ refused, asOf }, { state }, before, after] = await Promise.all([
    posture.getCisoIntake({ hash }),
    receipts.getReceipt({ hash }),
    documentsOf(present),
    documentsOf(hash),
  ])
  const slugs = new Set(after.map(({ artifact_slug: slug }) => slug))
  return { hash, refused, asOf, state, missing: before.filter(({ artifact_slug: slug }) => !slugs.has(slug)) }
}

/** Copies documents into the bundle of another receipt. @returns why some were not, each by its name */
const takeAlong = async (hash: string, documents: readonly TrustArtifact[]): Promise<readonly string[]> => {
  const faults: string[] = []
  for (const { artifact_slug: slug, receipt_hash: from, display_name: name } of documents) {
    try {
      await trust.copyTrustArtifact({ hash, slug, from })
    } catch (error) {
      faults.push(`${name}: ${faultOf(error).message}`)
    }
  }
  return faults
}

interface Asked {
  readonly slug: string
  readonly hash: string
}

interface Publishing {
  /** Begins: it publishes at once what needs no question. */
  readonly begin: Action<Asked>
  /** What is asked about now. */
  readonly considered: (Considered & Asked) | undefined
  readonly confirm: Action<boolean>
  /** Why documents were not taken along at the last attempt: nothing was published then. */
  readonly left: readonly string[]
  close(): void
}

/**
 * Lets a page show an intake. Asks before it shows one that buyers would hold against its owner, and before documents stay behind.
 * @param present the receipt that the page stands on, if it is there
 */
export const usePublish = (present: string | undefined, done: (made: TrustSlug) => void): Publishing => {
  const [considered, setConsidered] = useState<Considered & Asked>()
  const [left, setLeft] = useState<readonly string[]>([])
  const begin = useAction(
    async ({ slug, hash }: Asked) => {
      const next = await consider(hash, present)
      if (isInForce(next) && next.missing.length === 0) return trust.putTrustSlug({ slug, hash })
      setLeft([])
      setConsidered({ ...next, slug })
      return undefined
    },
    (made) => made && done(made),
  )
  const confirm = useAction(
    async (isTaking: boolean) => {
      if (considered === undefined) return undefined
      const { slug, hash, missing } = considered
      // First the documents: buyers see no page without them in between.
      const faults = isTaking ? await takeAlong(hash, missing) : []
      setLeft(faults)
      return faults.length > 0 ? undefined : trust.putTrustSlug({ slug, hash })
    },
    (made) => {
      if (made === undefined) return
      setConsidered(undefined)
      done(made)
    },
  )
  return { begin, considered, confirm, left, close: () => setConsidered(undefined) }
}
