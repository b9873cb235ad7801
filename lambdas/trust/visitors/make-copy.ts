import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { PDF_MAX_BYTES } from '@signet/artifacts/pdf-stamp/limits'
import { type Clock, loadedOnce, unavailable } from '@signet/kernel'
import type { Bucket } from '@signet/kernel/bucket'
import type { Stamp } from '@signet/notifications/trust-requests/rows'
import { artifactObjectKey } from '../bundles/artifact-objects.ts'
import type { GrantTarget } from './granted-artifact.ts'
import { type StampAttemptDeps, stampAttempts } from './stamp-attempts.ts'

export interface CopyDeps {
  readonly objects: Pick<Bucket, 'read' | 'open'>
  readonly stamps: StampAttemptDeps['stamps']
  readonly now: Clock
}

export interface Copy {
  readonly stamp: Stamp
  /** The consumer must read or destroy it. */
  readonly body: Readable
  readonly byteSize: number
  readonly hash: string
}

/** Loads the PDF library on first use. */
const loadStamping = loadedOnce(() => import('./stamp-copy.ts'))

/**
 * Returns the reason, known from the row alone, why a file is not stamped: its type is not PDF, it is declared as
 * signed, or it is too large.
 */
const stampOfRow = ({ artifact: { mime_type, signed, byte_size } }: GrantTarget): Stamp | undefined => {
  if (mime_type !== 'application/pdf') return 'not_pdf'
  if (signed === 1) return 'signed'
  return byte_size > PDF_MAX_BYTES ? 'too_large' : undefined
}

/** Returns a 503 refusal, so that the visitor retries: a timeout never leads to an unstamped copy. */
const preparationTimeout = () =>
  unavailable('Preparing this document takes longer than usual: try again in a minute', 60)

type StampResult = Copy | Stamp | 'timed_out' | undefined

const stampedCopy = async ({ objects, now }: CopyDeps, target: GrantTarget): Promise<StampResult> => {
  const pdf = await objects.read(artifactObjectKey(target.org, target.artifact))
  if (!pdf) return undefined
  const { stampCopy } = await loadStamping()
  const result = await stampCopy(pdf, target.row, now())
  if (result === 'timed_out') return result
  if (!result.isStamped) return result.reason
  const { bytes } = result
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { stamp: 'stamped', body: Readable.from([bytes]), byteSize: bytes.length, hash }
}

const keyOf = ({ org, artifact: { object } }: GrantTarget) => ({ org, object })

const stampedCopies = (deps: CopyDeps) => {
  const attempts = stampAttempts(deps)

  /** Returns a copy of a PDF that has been stamped before. @throws Refusal 503 if stamping fails this time */
  const restamp = async (target: GrantTarget): Promise<Copy | undefined> => {
    const copy = await stampedCopy(deps, target)
    if (typeof copy === 'string') throw preparationTimeout()
    return copy
  }

  const tryStamp = async (target: GrantTarget): Promise<Copy | Stamp | undefined> => {
    const key = keyOf(target)
    const attempt = await attempts.begin(key)
    if (attempt === 'stamped') return restamp(target)
    if (typeof attempt === 'string') return attempt
    const copy = await stampedCopy(deps, target).catch(async (error: unknown) => {
      await attempts.cancel(key, attempt)
      throw error
    })
    // The attempt stays counted as one without a result.
    if (copy === 'timed_out') throw preparationTimeout()
    const stamp = typeof copy === 'object' ? copy.stamp : copy
    await (stamp === undefined ? attempts.cancel(key, attempt) : attempts.end(key, stamp))
    return copy
  }

  return { tryStamp, restamp }
}

/** Creates copies for visitors. Objects never change, so whether a PDF can be stamped is determined once per object. */
export const copyMaker = (deps: CopyDeps) => {
  const { objects, stamps } = deps
  const { tryStamp, restamp } = stampedCopies(deps)
  const knownStamp = async (target: GrantTarget): Promise<Stamp | undefined> =>
    stampOfRow(target) ?? (await stamps.get(keyOf(target)))?.stamp

  const attemptCopy = async (target: GrantTarget): Promise<Copy | Stamp | undefined> => {
    const earlierOutcome = await knownStamp(target)
    if (earlierOutcome === undefined) return tryStamp(target)
    return earlierOutcome === 'stamped' ? restamp(target) : earlierOutcome
  }
  return {
    /** Returns how a copy will be stamped; `undefined`: the bytes no longer exist. */
    async stampOf(target: GrantTarget): Promise<Stamp | undefined> {
      const before = await knownStamp(target)
      if (before !== undefined) return before
      const copy = await attemptCopy(target)
      return typeof copy === 'object' ? copy.stamp : copy
    },

    async copyOf(target: GrantTarget): Promise<Copy | undefined> {
      const copy = await attemptCopy(target)
      if (copy === undefined || typeof copy === 'object') return copy
      const opened = await objects.open(artifactObjectKey(target.org, target.artifact))
      if (!opened || opened.isOutOfRange) return undefined
      const { byte_size: byteSize, content_hash: hash } = target.artifact
      return { stamp: copy, body: opened.body, byteSize, hash }
    },
  }
}
export type Copies = ReturnType<typeof copyMaker>
