import type { Flag, UpdateFlagOutput } from '../api/flags.ts'
import { queries, readAgain } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { flagReading, useEnvironment } from './readings.ts'

/**
 * Shows a flag as a change has left it, at once: the next change is made of its version, and would meet a conflict with
 * the person's own one until the flag was read again. What else stands on the flag is read again.
 */
export const useChangedFlag = () => {
  const { organization } = useSession()
  const [environment] = useEnvironment()
  // Only a dry run answers with a preview instead of the flag.
  return (changed: UpdateFlagOutput): void => {
    const flag = changed as Flag
    queries.setQueryData(flagReading(organization.id, environment, flag.key).queryKey, flag)
    void readAgain('flags')
  }
}
