/** A generated client got no answer in time: the call may have worked. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && /(?:Network|Timeout)Error$/.test(error.name)
