import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { PDF_MAX_BYTES } from '@signet/artifacts/pdf-stamp/limits'
import { type Clock, loadedOnce, unavailable } from '@signet/kernel'
import type { Bucket } from '@signet/kernel/bucket'
import type { Stamp } from '@signet/notifications/trust-requests/rows'
import { artifactKey } from '../bundles/artifact-objects.ts'
import type { GrantTarget } from './granted-artifact.ts'
import { stampTries, type TryDeps } from './stamp-tries.ts'

export interface CopyDeps {
  readonly objects: Pick<Bucket, 'read' | 'open'>
  readonly stamps: TryDeps['stamps']
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
const stamping = loadedOnce(() => import('./stamp-copy.ts'))

/**
 * Result that follows from the row alone: other types, files declared as signed, and files that are too large are not
 * stamped.
 */
const stampOfRow = ({ artifact: { mime_type, signed, byte_size } }: GrantTarget): Stamp | undefined => {
  if (mime_type !== 'application/pdf') return 'not_pdf'
  if (signed === 1) return 'signed'
  return byte_size > PDF_MAX_BYTES ? 'too_large' : undefined
}

/** Never falls back to an unstamped copy; answers 503 so that the caller retries. */
const takesTooLong = () => unavailable('Preparing this document takes longer than usual: try again in a minute', 60)

type StampResult = Copy | Stamp | 'timed_out' | undefined

const stampedCopy = async ({ objects, now }: CopyDeps, granted: GrantTarget): Promise<StampResult> => {
  const pdf = await objects.read(artifactKey(granted.org, granted.artifact))
  if (!pdf) return undefined
  const { stampCopy } = await stamping()
  const stamped = await stampCopy(pdf, granted.row, now())
  if (stamped === 'timed_out') return stamped
  if (!stamped.isStamped) return stamped.why
  const { bytes } = stamped
  const hash = createHash('sha256').update(bytes).digest('hex')
  return { stamp: 'stamped', body: Readable.from([bytes]), byteSize: bytes.length, hash }
}

const keyOf = ({ org, artifact: { object } }: GrantTarget) => ({ org, object })

const stampedCopies = (deps: CopyDeps) => {
  const tries = stampTries(deps)

  /** Returns a copy of a PDF that has been stamped before. @throws 503 if stamping fails this time */
  const restamp = async (granted: GrantTarget): Promise<Copy | undefined> => {
    const copy = await stampedCopy(deps, granted)
    if (typeof copy === 'string') throw takesTooLong()
    return copy
  }

  const tryStamp = async (granted: GrantTarget): Promise<Copy | Stamp | undefined> => {
    const key = keyOf(granted)
    const attempt = await tries.begin(key)
    if (attempt === 'stamped') return restamp(granted)
    if (typeof attempt === 'string') return attempt
    const copy = await stampedCopy(deps, granted).catch(async (error: unknown) => {
      await tries.takeBack(key, attempt)
      throw error
    })
    // Counts as a try without a result.
    if (copy === 'timed_out') throw takesTooLong()
    const stamp = typeof copy === 'object' ? copy.stamp : copy
    await (stamp === undefined ? tries.takeBack(key, attempt) : tries.end(key, stamp))
    return copy
  }

  return { tryStamp, restamp }
}

/** Copies for visitors. Objects never change, so whether a PDF can be stamped is determined once per object. */
export const copies = (deps: CopyDeps) => {
  const { objects, stamps } = deps
  const { tryStamp, restamp } = stampedCopies(deps)
  const knownStamp = async (granted: GrantTarget): Promise<Stamp | undefined> =>
    stampOfRow(granted) ?? (await stamps.get(keyOf(granted)))?.stamp

  const attemptCopy = async (granted: GrantTarget): Promise<Copy | Stamp | undefined> => {
    const before = await knownStamp(granted)
    if (before === undefined) return tryStamp(granted)
    return before === 'stamped' ? restamp(granted) : before
  }
  return {
    /** Returns how a copy will be stamped; `undefined`: the bytes no longer exist. */
    async stampOf(granted: GrantTarget): Promise<Stamp | undefined> {
      const before = await knownStamp(granted)
      if (before !== undefined) return before
      const copy = await attemptCopy(granted)
      return typeof copy === 'object' ? copy.stamp : copy
    },

    async copyOf(granted: GrantTarget): Promise<Copy | undefined> {
      const copy = await attemptCopy(granted)
      if (copy === undefined || typeof copy === 'object') return copy
      const opened = await objects.open(artifactKey(granted.org, granted.artifact))
      if (!opened || opened.isOutOfRange) return undefined
      const { byte_size: byteSize, content_hash: hash } = granted.artifact
      return { stamp: copy, body: opened.body, byteSize, hash }
    },
  }
}
export type Copies = ReturnType<typeof copies>
