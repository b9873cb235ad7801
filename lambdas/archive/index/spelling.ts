/**
 * A vector that knows only spelling lowers what words find, whatever its weight (test/bench/archive-retrieval.ts: MRR 0.87
 * fused 2:1, 0.94 by words alone): it is asked where they find nothing, and must be so near.
 */
export const SPELLING_MIN = 0.25
