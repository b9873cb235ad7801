/** No answer of a generated client, or none in time: the call may have worked. */
export const isUnanswered = (error: unknown): boolean =>
  error instanceof Error && /(?:Network|Timeout)Error$/.test(error.name)
