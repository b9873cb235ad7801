/** A call that continues after its response. Its state is that of the work it started; it is not stored separately. */
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
