import { type Classification, classify } from '@signet/readings/classify'
import { entitiesOf } from './entities.ts'
import type { PatternId } from './pattern-ids.ts'
import type { Traits } from './traits.ts'

/** Project types of flows and the patterns that each one favors (spec platform-api 2.8). */
export const PROJECT_TYPES: Readonly<Record<string, readonly PatternId[]>> = {
  api: [],
  web: ['static-site-api'],
  worker: ['queue-consumer', 'scheduled-job'],
  cli: ['cli-tool'],
  mcp: ['mcp-server'],
  library: ['http-api'],
}

export interface IntentionInput {
  readonly intention: string
  readonly projectType?: string
  /** Overrides what the intention says. */
  readonly pattern?: PatternId
  readonly traits?: Partial<Traits>
  readonly entities?: readonly string[]
}

export interface InterpretedIntention {
  readonly classification: Classification
  readonly tier2Recommended: boolean
  readonly pattern: PatternId
  readonly traits: Traits
  /** Empty when no noun is certain. The scaffold then uses `item` and has an open question about the name. */
  readonly entities: readonly string[]
}

/**
 * Derives pattern, traits and entities from an intention. The preview and the scaffold share it, so they list the same
 * files.
 */
export const interpretIntention = ({
  intention,
  projectType = 'api',
  pattern,
  traits = {},
  entities,
}: IntentionInput): InterpretedIntention => {
  const favored = Object.hasOwn(PROJECT_TYPES, projectType) ? (PROJECT_TYPES[projectType] ?? []) : []
  const classified = classify({ intention, favored })
  const chosenPattern = pattern ?? (classified.classification.pattern as PatternId)
  return {
    classification: classified.classification,
    tier2Recommended: classified.tier2_recommended,
    pattern: chosenPattern,
    traits: { ...(classified.traits as Traits), ...traits },
    entities: entities ?? entitiesOf(intention),
  }
}
