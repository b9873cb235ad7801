import { Refused } from '@signet/pages/client'
import type { Artifact } from './shapes.ts'

const FIRST_MS = 1_000
const LAST_MS = 10_000
const GROWTH = 1.5

export const isUnderway = ({ state }: Pick<Artifact, 'state'>): boolean => state === 'queued' || state === 'generating'

/** When things underway are looked at again, after so many looks: ever rarer, and no more than once a second for each. */
export const pauseBeforePoll = (looks: number, underway: number): number =>
  Math.max(Math.min(LAST_MS, FIRST_MS * GROWTH ** looks), underway * 1_000)

/** How long whoever was refused has to wait; undefined: it was no question of time. */
export const waitAfter = (error: unknown): number | undefined =>
  error instanceof Refused && (error.status === 429 || error.status === 503)
    ? (error.retryAfterMs ?? LAST_MS)
    : undefined

/** Those of a list that are to be read: not known yet, or other than they are known. */
export const toBeRead = (listed: readonly Artifact[], known: readonly Artifact[]): readonly Artifact[] =>
  listed.filter((artifact) => {
    const own = known.find(({ id }) => id === artifact.id)
    const isAsKnown = own?.state === artifact.state && own.stale === artifact.stale && own.endedAt === artifact.endedAt
    return !isAsKnown || isUnderway(artifact)
  })

/** The list with what was read of it, and what is known of the others. */
export const readInto = (
  listed: readonly Artifact[],
  known: readonly Artifact[],
  read: readonly Artifact[],
): readonly Artifact[] => listed.map((artifact) => [...read, ...known].find(({ id }) => id === artifact.id) ?? artifact)
