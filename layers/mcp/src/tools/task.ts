/** The part of a call that continues after its answer. The worker keeps its state; there is no other record. */
export interface Task {
  /** The handle, which is valid for the callers of one tenant only. */
  readonly id: string
  readonly message: string
  readonly createdAt: string
  readonly updatedAt: string
  /** Milliseconds from its creation during which it can be read. */
  readonly ttlMs: number
  readonly pollMs: number
}
