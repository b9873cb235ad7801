export { latestOf, type PublishedContracts, type Registry, versionsOf } from '@signet/contracts/registry'
export { contractDigest } from './digest.ts'
export { publishedIndex, publishedModule } from './published-index.ts'
export { publicationProblems, type RegistryFinding, registryProblems } from './registry-problems.ts'
