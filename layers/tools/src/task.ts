/** The part of a call that continues after its answer. The worker keeps its state; there is no other record. */
export interface Task {
  /** The handle, which is good for the callers of one tenant alone. */
  readonly id: string
  /** Its state, in words. */
  readonly message: string
  /** ISO 8601. */
  readonly createdAt: string
  /** ISO 8601. */
  readonly updatedAt: string
  /** Milliseconds from its creation for which it can be asked for. */
  readonly ttlMs: number
  /** Milliseconds until it is worth asking again. */
  readonly pollMs: number
}
