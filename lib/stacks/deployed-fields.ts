import { COLLECTION_FIELDS } from '@signet/search/index/collection-mapping'

type FieldName = keyof typeof COLLECTION_FIELDS

const FIELD_TYPES: readonly string[] = ['text', 'keyword', 'integer', 'knn_vector']

/**
 * The fields with which an index is deployed. Dates are omitted, because CloudFormation refuses their type. OpenSearch
 * detects them in the first document, whose times are in ISO 8601 (date detection).
 */
export const DEPLOYED_FIELDS = Object.entries(COLLECTION_FIELDS).filter(([, { type }]) =>
  FIELD_TYPES.includes(type),
) as readonly (readonly [FieldName, (typeof COLLECTION_FIELDS)[FieldName]])[]
