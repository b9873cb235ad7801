import type { Flag, UpdateFlagOutput } from '../api/flags.ts'
import { invalidate, queries } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { flagQuery, useEnvironment } from './queries.ts'

/**
 * Shows a changed flag at once. The next change must name its version, or it would conflict with the user's own change.
 * Data that depends on the flag is read again.
 */
export const useChangedFlag = () => {
  const { organization } = useSession()
  const [environment] = useEnvironment()
  // A dry run returns a preview instead of the flag.
  return (changed: UpdateFlagOutput): void => {
    const flag = changed as Flag
    queries.setQueryData(flagQuery(organization.id, environment, flag.key).queryKey, flag)
    void invalidate('flags')
  }
}
