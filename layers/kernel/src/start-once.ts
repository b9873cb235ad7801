/**
 * Starts a state machine's execution with a given name. An execution of that name that already exists, running or not,
 * is unchanged.
 */
export const startOnce = async (start: Promise<unknown>): Promise<void> => {
  try {
    await start
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'ExecutionAlreadyExists') throw error
  }
}
