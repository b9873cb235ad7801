import { published } from '../../published/index.ts'
import { publishedLibrary } from './published-library.ts'

/** The contracts that this package has published, by name and semver. Plain data: works in Lambdas, Workers and browsers. */
export const { publishedNames, publishedVersions, publishedContract, responseSchemas } = publishedLibrary(published)
