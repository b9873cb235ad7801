/**
 * Minimum cosine for vectors that compare spelling. They worsen search by words at any weight
 * (test/bench/archive-retrieval.ts: MRR 0.87 fused 2:1, 0.94 by words alone), so they are used only if words find
 * nothing.
 */
export const SPELLING_MIN = 0.25
