import type { Model } from './catalog.ts'

/** The end of a model according to its vendor's model list, as ISO dates (UTC). */
export interface Lifecycle {
  /** First day on which the vendor no longer serves the model. */
  readonly retiresAt?: string
  /** Day on which the model was first missing from the list. If it is missing on a later day too, it is retired. */
  readonly missingSince?: string
}

/** Lifecycles by public model ID. A model without an entry has the dates of the catalog. */
export type Lifecycles = ReadonlyMap<string, Lifecycle>

export const NO_LIFECYCLES: Lifecycles = new Map()

/** Returns the model with the dates from its vendor, which override those of the catalog. */
export const withLifecycle = (model: Model, lifecycles: Lifecycles): Model => {
  const retiresAt = lifecycles.get(model.id)?.retiresAt
  return retiresAt === undefined ? model : { ...model, retiresAt, replacement: model.replacement ?? model.fallback }
}
