import { reply } from '@signet/contracts'
import { notFound, type Route, route } from '@signet/kernel'
import type * as z from 'zod'
import type { StoredScaffold } from '../contract/scaffold-schemas.ts'
import { getScaffold } from '../contract/scaffolds.ts'
import { querentScope } from '../namespaces/namespace.ts'
import type { Inscriber } from '../readings/inscribe.ts'
import type { ScaffoldRecord } from './make-scaffold.ts'

const scaffoldView = (hash: string, at: string, { input, projectType, result }: ScaffoldRecord) => {
  const { pattern_version: _version, ...generated } = result
  const request = { intention: input.intention, ...(projectType !== undefined && { projectType }) }
  // The contract permits fields that the engine's interfaces do not declare.
  return { hash, at, ...request, ...generated } as unknown as z.output<typeof StoredScaffold>
}

/** `GET /scaffold/:hash`. Returns 404 for another namespace's scaffold. */
export const storedScaffoldRoute = ({ inscriber }: { readonly inscriber: Pick<Inscriber, 'find' | 'read'> }): Route =>
  route(getScaffold, async ({ params: { hash }, headers, caller }) => {
    const scope = querentScope(caller, headers['x-querent-ids'])
    const inscribedWork = await inscriber.find(scope.org, hash)
    if (inscribedWork?.kind !== 'flow' || !scope.canSee(inscribedWork.namespaceId))
      return notFound('The scaffold does not exist')
    return reply(200, scaffoldView(hash, inscribedWork.at, (await inscriber.read(inscribedWork)) as ScaffoldRecord))
  })
