import type { ImportEvidenceAssetsInput, ImportedEvidenceRow } from '../api/evidence.ts'

export const MAX_IMPORT_BYTES = 128_000

export type ImportFileResult =
  | { readonly request: ImportEvidenceAssetsInput; readonly fault?: undefined }
  | { readonly fault: string; readonly request?: undefined }

const assetListIn = (value: unknown): readonly unknown[] | undefined => {
  if (Array.isArray(value)) return value
  const { assets } = (typeof value === 'object' && value !== null ? value : {}) as { readonly assets?: unknown }
  return Array.isArray(assets) ? assets : undefined
}

export const parseImport = (name: string, text: string): ImportFileResult => {
  if (text.trim() === '') return { fault: `${name} is empty` }
  if (!/^\s*[[{]/.test(text)) return { request: { csv: text } }
  try {
    const assets = assetListIn(JSON.parse(text))
    if (assets === undefined || assets.length === 0) return { fault: `${name} does not contain a list of assets` }
    return { request: { assets } }
  } catch (error) {
    return { fault: `${name} is not valid JSON: ${error instanceof Error ? error.message : ''}` }
  }
}

type Status = ImportedEvidenceRow['status']

const STATUSES: Readonly<
  Record<Status, { readonly text: string; readonly tone: 'ok' | 'neutral' | 'danger' | 'warn' }>
> = {
  added: { text: 'Added', tone: 'ok' },
  duplicate: { text: 'Already in library', tone: 'neutral' },
  invalid: { text: 'Rejected', tone: 'danger' },
  full: { text: 'Library full', tone: 'warn' },
}

export const rowStatus = (status: Status) => STATUSES[status]

export const rowFaults = ({ errors = [] }: Pick<ImportedEvidenceRow, 'errors'>): string =>
  errors.map(({ field, message }) => `${field} ${message}`).join('; ')
