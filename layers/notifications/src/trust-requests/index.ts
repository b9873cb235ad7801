export { type RequestLink, type RequestLinks, requestLinkRow, requestLinks } from './request-links.ts'
export {
  formDigest,
  grantExpiry as grantEnd,
  hasExistingRequest,
  isRequestedArtifact,
  type RequestRow,
  type RequestState,
  type RequestTables,
  requestExpiry,
  requestTables,
  type SubmittedFormRow,
  sameDigest,
  stateOf,
} from './request-table.ts'
