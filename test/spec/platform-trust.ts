import { must, type Requirement } from './requirement.ts'

/** Requirements of the platform API's specification on trust pages, in its order. */
export const platformTrustRequirements: readonly Requirement[] = [
  must('PLA-2.7-1', 'A slug row has slug, current_hash (64 lowercase hex), tenant_id, created_at, updated_at'),
  must(
    'PLA-2.7-2',
    'An artifact row has receipt_hash, artifact_slug, tenant_id, content_hash (SHA-256 of the bytes), mime_type, byte_size, display_name, excerpt or null, signed 0 or 1, created_at',
  ),
  must('PLA-3-7', 'POST of an absent slug maps it: 201'),
  must('PLA-3-8', 'POST of a mapped slug by the same organization maps it to the new hash: 200, updated_at refreshed'),
  must('PLA-3-9', 'POST of an absent artifact stores it: 201'),
  must('PLA-3-10', 'POST of a stored artifact, same key, overwrites it: 200'),
  must('PLA-4.6-1', 'GET /api/trust/slugs answers 200 {tenantId (the org id), slugs[]}, the caller org slugs only'),
  must(
    'PLA-4.6-2',
    'POST /api/trust/slugs takes slug (1 to 64 lowercase alphanumerics, interior hyphens) and hash (64 hex); both are lowercased; the reply is the row',
  ),
  must('PLA-4.6-3', 'POST slugs answers 400 (body, slug or hash format), 401'),
  must('PLA-4.6-4', 'POST slugs answers 409 cross_tenant_conflict; first come, first owned at org level'),
  must('PLA-4.6-5', 'GET /api/trust/slugs/:slug answers 200 row, 400, 401, 404 (not found or owned elsewhere)'),
  must(
    'PLA-4.6-6',
    'DELETE /api/trust/slugs/:slug answers 204, 400, 401, 403 cross_tenant_forbidden (owned elsewhere), 404 (absent)',
  ),
  must(
    'PLA-4.6-7',
    'GET /api/trust/bundle/:hash answers 200 {receipt_hash, artifacts[], count}; another tenant receipt yields an empty list',
  ),
  must('PLA-4.6-8', 'GET /api/trust/bundle/:hash/:slug answers 200 row, 400, 401, 404 (absent or another tenant)'),
  must(
    'PLA-4.6-9',
    'POST bundle artifact takes Content-Type, X-Display-Name (120), X-Excerpt (500), X-Signed and raw bytes; 201 and 200 {row, content_hash, created}',
  ),
  must(
    'PLA-4.6-10',
    'POST bundle artifact answers 400 (hash, slug, empty body, X-Display-Name, X-Excerpt, invalid Content-Type), 401',
  ),
  must('PLA-4.6-11', 'POST bundle artifact answers 409 cross_tenant_conflict'),
  must('PLA-4.6-12', 'POST bundle artifact answers 413 for bodies that are too large'),
  must(
    'PLA-4.6-13',
    'POST bundle artifact answers 415 (unsupported type or bytes that do not match the declared type)',
  ),
  must('PLA-4.6-14', 'The object is written before the manifest row; retry is safe'),
  must('PLA-4.6-15', 'DELETE bundle artifact answers 204, 403 (owned by another tenant), 404 (absent or bad format)'),
  must('PLA-4.6-16', 'DELETE bundle artifact removes the object, then the manifest row'),
  must('PLA-4.6-17', 'The bytes of an artifact are served from the public route /trust/:slug/bundle/:artifact_slug'),
  must('PLA-7-4', 'cross_tenant_conflict is 409 and cross_tenant_forbidden is 403, with error and code'),
]
