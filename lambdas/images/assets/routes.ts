import { reply } from '@signet/contracts'
import { Refusal, type Route, route } from '@signet/kernel'
import { getAsset } from '../contract/assets.ts'
import { type AssetDeps, serveAsset } from './serve-asset.ts'

export const assetRoutes = (deps: AssetDeps): Route[] => {
  const serve = serveAsset(deps)
  return [
    route(getAsset, async ({ params, query, headers }) => {
      const conditionalHeaders = {
        ifNoneMatch: headers['if-none-match'],
        ifModifiedSince: headers['if-modified-since'],
        ifRange: headers['if-range'],
        range: headers.range,
      }
      const served = await serve(params.id, { ...query, accept: headers.accept }, conditionalHeaders)
      if (served instanceof Refusal) return served
      if (served.kind === 'unchanged') return reply(304, undefined, served.headers)
      if (served.kind === 'whole') return reply(200, served.body, served.headers)
      return reply(206, served.body, { ...served.headers, 'content-range': served.contentRange })
    }),
  ]
}
