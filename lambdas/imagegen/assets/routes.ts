import { reply } from '@signet/contracts'
import { type Route, route } from '@signet/kernel'
import { getAsset } from '../contract/index.ts'
import { type AssetDeps, serveAsset } from './serve-asset.ts'

/** The route of the streaming function. */
export const assetRoutes = (deps: AssetDeps): Route[] => {
  const serve = serveAsset(deps)
  return [
    route(getAsset, async ({ params, query, headers }) => {
      const held = {
        ifNoneMatch: headers['if-none-match'],
        // If-None-Match wins where both are sent (RFC 9110 13.2.2).
        ifModifiedSince: headers['if-none-match'] === undefined ? headers['if-modified-since'] : undefined,
      }
      const served = await serve(params.id, query.preset, held)
      if (served.kind === 'unchanged') return reply(304, undefined, served.headers)
      return reply(200, served.body, served.headers)
    }),
  ]
}
