import { COLLECTION_FIELDS } from '@signet/search/index/collection-mapping'

type FieldName = keyof typeof COLLECTION_FIELDS

const FIELD_TYPES: readonly string[] = ['text', 'keyword', 'integer', 'knn_vector']

/**
 * The fields that an index is deployed with. Dates are left out, because CloudFormation refuses their type; OpenSearch gives
 * it to them with the first document, whose times are written in ISO 8601 (date detection).
 */
export const DEPLOYED_FIELDS = Object.entries(COLLECTION_FIELDS).filter(([, { type }]) =>
  FIELD_TYPES.includes(type),
) as readonly (readonly [FieldName, (typeof COLLECTION_FIELDS)[FieldName]])[]
