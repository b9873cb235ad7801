import { createHash } from 'node:crypto'
import { type RowOf, rowTable, type TableDeps, transact } from '@signet/kernel'
import { requestTermsRow, requestTextRow } from '@signet/notifications/trust-requests/rows'

/** Confidentiality terms of organizations that have not set their own. */
const DEFAULT_TEXT = `You request a confidential document. By accepting, you agree to the following with the organization that provides it.

1. Purpose. You use the document only to assess the organization as a supplier or partner of the company that you name.

2. Confidentiality. You do not share the document or its content with anyone outside your company. Within your company, you share it only with people who need it for this purpose and who are bound to keep it confidential. Advisers and auditors who are bound by professional secrecy count as part of your company.

3. Exceptions. Confidentiality does not cover information that is or becomes public without your fault, that you already knew, that you developed independently, or that the law or an authority requires you to disclose. In the last case, you notify the organization in advance where this is permitted.

4. No rights. The document remains the organization's property. It is provided as is, without license or warranty.

5. Marks. Copies may show your name, company and email address. You do not remove these marks.

6. Duration. These terms apply for three years from your acceptance. On request, you delete your copies, except those that the law requires you to keep.

7. Authority. You confirm that the details you entered are true, and that you are authorized to accept these terms for your company.`

export interface RequestTerms extends Omit<RowOf<typeof requestTermsRow>, 'updated_at' | 'version'> {
  readonly text: string
  /** `null`: the organization uses the default terms. */
  readonly updated_at: string | null
}

/** Terms as the owner submits them. Domains are normalized by `allowedDomainOf`. */
export interface NewTerms {
  readonly title: string
  readonly text: string
  readonly validDays: number
  readonly allowedDomains: readonly string[]
}

export const sha256Of = (text: string): string => createHash('sha256').update(text).digest('hex')

const DEFAULT_TERMS: RequestTerms = {
  title: 'Confidentiality terms',
  text: DEFAULT_TEXT,
  sha256: sha256Of(DEFAULT_TEXT),
  valid_days: 7,
  allowed_domains: [],
  updated_at: null,
}

/** Terms of organizations. Each accepted text is retained as long as the organization exists. */
export interface TermsTable {
  current(org: string): Promise<RequestTerms>
  text(org: string, sha256: string): Promise<string | undefined>
  put(org: string, terms: NewTerms): Promise<RequestTerms>
  /** Stores an accepted text, because a later release can change the default. */
  retainText(org: string, terms: Pick<RequestTerms, 'sha256' | 'text'>): Promise<void>
}

export const termsTable = (deps: TableDeps): TermsTable => {
  const terms = rowTable(requestTermsRow, deps)
  const texts = rowTable(requestTextRow, deps)
  const retainText: TermsTable['retainText'] = async (org, { sha256, text }) => {
    await texts.putNew({ org, sha256 }, { sha256, text, since: deps.now().toISOString() })
  }
  const text: TermsTable['text'] = async (org, sha256) =>
    (await texts.get({ org, sha256 }))?.text ?? (sha256 === DEFAULT_TERMS.sha256 ? DEFAULT_TERMS.text : undefined)
  return {
    text,
    retainText,
    async current(org) {
      const row = await terms.get({ org })
      if (!row) return DEFAULT_TERMS
      const storedText = await text(org, row.sha256)
      if (storedText === undefined) throw new Error('Terms stored without their text')
      return { ...row, text: storedText }
    },
    async put(org, { title, text: storedText, validDays: valid_days, allowedDomains }) {
      const sha256 = sha256Of(storedText)
      await retainText(org, { sha256, text: storedText })
      return transact<RequestTerms>(deps, async () => {
        const earlier = await terms.get({ org })
        const changed = { title, sha256, valid_days, allowed_domains: [...allowedDomains] }
        const updated_at = deps.now().toISOString()
        const version = (earlier?.version ?? 0) + 1
        const row = { ...changed, updated_at, version }
        const step = earlier
          ? terms.steps.replace({ org }, row, { version: earlier.version })
          : terms.steps.putNew({ org }, row)
        return { steps: [step], result: { ...row, text: storedText } }
      })
    },
  }
}
