export { type OpenApiDocument, type OpenApiOptions, openApi } from './open-api.ts'
