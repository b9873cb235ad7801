import { createHash } from 'node:crypto'
import { type RowOf, rowTable, type TableDeps, transact } from '@signet/kernel'
import { requestTermsRow, requestTextRow } from '@signet/notifications/trust-requests/rows'

/** Default terms of organizations that have not set any: a confidentiality undertaking in plain language. */
const DEFAULT_TEXT = `You request a confidential document. By accepting, you agree to the following with the organization that provides it.

1. Purpose. You use the document only to assess the organization as a supplier or partner of the company that you name.

2. Confidentiality. You do not pass the document, or what it says, to anyone outside your company. Within it you share it only with those who need it for this purpose and who are bound to keep it confidential. Advisers and auditors who are bound by professional secrecy count as your company.

3. Exceptions. This does not cover what is public without your doing, what you knew before, what you developed by yourself, and what a law or an authority makes you disclose. In the last case you tell the organization beforehand, where that is allowed.

4. No rights. The document stays the organization's property. It is provided as it is, and no license and no warranty comes with it.

5. Marks. Copies may bear your name, company and mail address. You do not remove these marks.

6. Duration. These terms last for three years from your acceptance. On request you delete your copies, apart from those that a law makes you keep.

7. Authority. You confirm that what you say of yourself is true, and that you may accept these terms for your company.`

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

const DEFAULT: RequestTerms = {
  title: 'Confidentiality terms',
  text: DEFAULT_TEXT,
  sha256: sha256Of(DEFAULT_TEXT),
  valid_days: 7,
  allowed_domains: [],
  updated_at: null,
}

/**
 * Terms of organizations. A text is stored before a visitor sees it, and is retained as long as the organization
 * exists.
 */
export interface TermsTable {
  now(org: string): Promise<RequestTerms>
  text(org: string, sha256: string): Promise<string | undefined>
  put(org: string, terms: NewTerms): Promise<RequestTerms>
  /** Stores an accepted text, because a later release can change the default. */
  keep(org: string, terms: Pick<RequestTerms, 'sha256' | 'text'>): Promise<void>
}

export const termsTable = (deps: TableDeps): TermsTable => {
  const terms = rowTable(requestTermsRow, deps)
  const texts = rowTable(requestTextRow, deps)
  const keep: TermsTable['keep'] = async (org, { sha256, text }) => {
    await texts.putNew({ org, sha256 }, { sha256, text, since: deps.now().toISOString() })
  }
  const text: TermsTable['text'] = async (org, sha256) =>
    (await texts.get({ org, sha256 }))?.text ?? (sha256 === DEFAULT.sha256 ? DEFAULT.text : undefined)
  return {
    text,
    keep,
    async now(org) {
      const row = await terms.get({ org })
      if (!row) return DEFAULT
      const storedText = await text(org, row.sha256)
      if (storedText === undefined) throw new Error('Terms stored without their text')
      return { ...row, text: storedText }
    },
    async put(org, { title, text: storedText, validDays: valid_days, allowedDomains }) {
      const sha256 = sha256Of(storedText)
      await keep(org, { sha256, text: storedText })
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
