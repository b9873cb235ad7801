/**
 * A vector that knows only spelling worsens search by words at any weight (test/bench/archive-retrieval.ts: MRR 0.87
 * fused 2:1, 0.94 by words alone). It is used only if words find nothing, and with this least cosine.
 */
export const SPELLING_MIN = 0.25
