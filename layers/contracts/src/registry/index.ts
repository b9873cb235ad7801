export { type PublishedLibrary, publishedLibrary } from './published-library.ts'
export { latestOf, type PublishedContracts, type Registry, versionsOf } from './registry.ts'
export { type ResponseSchemas, responseSchemasOf } from './response-schemas.ts'
