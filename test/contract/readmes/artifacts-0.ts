import { checkArtifact, declaredType, displayName, isMediaType, servingHeaders, trustSlugOf } from '@signet/artifacts'

isMediaType('pdf') // false: not a media type, 400
declaredType('image/svg+xml') // undefined: not allowed, 415
const type = declaredType('Text/CSV; charset="utf-8"') // 'text/csv'

const bytes = new TextEncoder().encode('vendor,formula\nAcme,=1+1\n')
if (type) checkArtifact({ bytes, type }) // { ok: true, warnings: [{ rule: 'csv_formula', message: '1 cell begins …' }] }
checkArtifact({ bytes, type: 'application/pdf' }) // { ok: false, rule: 'pdf_header', message: 'the first bytes are not %PDF-' }

displayName("UTF-8''Pr%C3%BCfbericht") // { ok: true, text: 'Prüfbericht' }
trustSlugOf('Acme-2') // 'acme-2'

const contentHash = 'a1'.repeat(32) // computed by the code that stores the bytes
servingHeaders({ mimeType: 'text/csv', displayName: 'Vendors', contentHash, byteSize: 25, createdAt: '2026-11-27T08:00:00Z' })

export {}
