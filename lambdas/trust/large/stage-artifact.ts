import { reply } from '@signet/contracts'
import { orgOf } from '@signet/identity'
import { Refusal, type Route, route } from '@signet/kernel'
import { describedBy } from '../bundles/artifact-headers.ts'
import { type StageDeps, stageArtifact } from '../bundles/stage-artifact.ts'
import { putLargeArtifact } from '../contract/uploads.ts'

/**
 * Whether a body may be sent to the gateway. The body itself is not seen here, nor its length. The gateway stores it under the id
 * that ends the address of its commit.
 */
export const stageArtifactRoute = (deps: StageDeps): Route =>
  route(putLargeArtifact, async ({ params: { hash, slug: text }, headers, caller, baseUrl }) => {
    const slug = text.toLowerCase()
    const described = describedBy(headers)
    if (described instanceof Refusal) return described
    const id = await stageArtifact(deps)({ org: orgOf(caller), hash, slug }, described)
    if (id instanceof Refusal) return id
    return reply(303, undefined, { location: `${baseUrl}/api/trust/bundle/${hash}/${slug}/commit/${id}` })
  })
