export type ArtifactRule =
  | 'empty'
  | 'too_large'
  | 'pdf_header'
  | 'pdf_end'
  | 'pdf_archive'
  | 'zip_start'
  | 'zip_end'
  | 'zip_split'
  | 'zip64'
  | 'zip_directory'
  | 'zip_entries'
  | 'zip_size'
  | 'zip_ratio'
  | 'zip_encrypted'
  | 'zip_name'
  | 'zip_link'
  | 'zip_method'
  | 'zip_mismatch'
  | 'zip_overlap'
  | 'zip_hidden'
  | 'xlsx_parts'
  | 'xlsx_macros'
  | 'ods_parts'
  | 'xls_header'
  | 'xls_workbook'
  | 'utf8'
  | 'json_bom'
  | 'json_syntax'
  | 'json_depth'
  | 'json_duplicate_key'
  | 'json_root'
  | 'text_control'
  | 'text_markup'
  | 'text_pdf'
  | 'text_zip'

export interface ArtifactWarning {
  readonly rule: 'csv_formula' | 'ods_macros'
  readonly message: string
}

/** The first rule that the bytes break. The message contains the offset in bytes, never the content. */
export interface Refusal {
  readonly ok: false
  readonly rule: ArtifactRule
  readonly message: string
}

export interface Acceptance {
  readonly ok: true
  readonly warnings: readonly ArtifactWarning[]
}

export type ArtifactVerdict = Acceptance | Refusal

export const refusal = (rule: ArtifactRule, message: string): Refusal => ({ ok: false, rule, message })

export const acceptance = (warnings: readonly ArtifactWarning[] = []): Acceptance => ({ ok: true, warnings })
