import { published } from '../../published/runtime.ts'
import { newestIn } from '../semver.ts'
import { publishedLibrary } from './published-library.ts'
import type { ResponseSchemas } from './response-schemas.ts'

const library = publishedLibrary(published)

/**
 * The published contracts of the runtime only, by name and semver. Plain data: works in Lambdas, Workers and browsers.
 */
export const { publishedNames, publishedVersions, publishedContract, responseSchemas } = library

/**
 * Returns the successful responses of every operation of the runtime: operation to status to JSON Schema 2020-12, each
 * of the newest version that matches the range (`1.0.0`, `^1`, `*`). A contract without such a version is omitted.
 * @throws RangeError for an invalid range
 */
export const runtimeResponses = (range = '*'): ResponseSchemas =>
  Object.assign(
    {},
    ...library
      .publishedNames()
      .filter((name) => newestIn(library.publishedVersions(name), range) !== undefined)
      .map((name) => library.responseSchemas(name, range)),
  )
