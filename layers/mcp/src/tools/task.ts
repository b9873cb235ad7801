/** The part of a call that continues after its response. The worker owns its state; there is no other record. */
export interface Task {
  /** The handle, valid for callers of one tenant only. */
  readonly id: string
  readonly message: string
  readonly createdAt: string
  readonly updatedAt: string
  /** Milliseconds from creation during which the task can be read. */
  readonly ttlMs: number
  readonly pollMs: number
}
