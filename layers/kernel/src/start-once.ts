/**
 * Waits for the start of a state machine's execution under a name of its own. An execution of that name that was started
 * before, running or not, stays as it is.
 */
export const startOnce = async (start: Promise<unknown>): Promise<void> => {
  try {
    await start
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ExecutionAlreadyExists') throw error
  }
}
