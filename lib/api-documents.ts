import { asyncApiDocuments } from './async-api.ts'
import { openApiDocuments } from './openapi.ts'
import { servedApis } from './services.ts'

/**
 * Builds the documents of each API, by API key: one OpenAPI document, and an AsyncAPI document per contract that emits
 * events.
 */
export const apiDocuments = (version: string) => {
  const openApis = openApiDocuments(version)
  return Object.fromEntries(
    servedApis().map(({ key, services }) => [
      key,
      { openApi: openApis[key] ?? {}, events: asyncApiDocuments(services) },
    ]),
  )
}
