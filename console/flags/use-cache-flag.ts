import type { Flag, UpdateFlagOutput } from '../api/flags.ts'
import { invalidate, queries } from '../session/queries.ts'
import { useSession } from '../session/session.tsx'
import { flagQuery, useEnvironment } from './queries.ts'

/**
 * Puts a saved flag into the query cache: the next change must send its version, or it would conflict with this one.
 * Data that depends on the flag is loaded again.
 */
export const useCacheFlag = () => {
  const { organization } = useSession()
  const [environment] = useEnvironment()
  // The output type also has the preview of a dry run, which is never passed here.
  return (changed: UpdateFlagOutput): void => {
    const flag = changed as Flag
    queries.setQueryData(flagQuery(organization.id, environment, flag.key).queryKey, flag)
    void invalidate('flags')
  }
}
