import { Refused } from '@signet/pages/client'
import type { Artifact } from './shapes.ts'

const FIRST_MS = 1_000
const LAST_MS = 10_000
const GROWTH = 1.5

export const isUnderway = ({ state }: Pick<Artifact, 'state'>): boolean => state === 'queued' || state === 'generating'

/** Pause before the next poll, after this many polls: ever longer, and at most one poll per second for each item. */
export const pauseBeforePoll = (looks: number, underway: number): number =>
  Math.max(Math.min(LAST_MS, FIRST_MS * GROWTH ** looks), underway * 1_000)

/** The wait that a refusal asks for; undefined: a wait would not help. */
export const waitAfter = (error: unknown): number | undefined =>
  error instanceof Refused && (error.status === 429 || error.status === 503)
    ? (error.retryAfterMs ?? LAST_MS)
    : undefined

/** Artifacts of a list to read: unknown ones, and ones that have changed. */
export const toBeRead = (listed: readonly Artifact[], shown: readonly Artifact[]): readonly Artifact[] =>
  listed.filter((artifact) => {
    const before = shown.find(({ id }) => id === artifact.id)
    const isAsKnown =
      before?.state === artifact.state && before.stale === artifact.stale && before.endedAt === artifact.endedAt
    return !isAsKnown || isUnderway(artifact)
  })

/** The list with the newly read artifacts and the known others. */
export const readInto = (
  listed: readonly Artifact[],
  shown: readonly Artifact[],
  read: readonly Artifact[],
): readonly Artifact[] => listed.map((artifact) => [...read, ...shown].find(({ id }) => id === artifact.id) ?? artifact)
