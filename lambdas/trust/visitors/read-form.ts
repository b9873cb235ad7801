import { nameText } from '@signet/contracts'
import { COMPANY_MAX, NAME_MAX } from '../contract/request-forms.ts'
import type { VisitorInput } from '../requests/ask-request.ts'
import { mailAddressOf } from '../requests/mail-address.ts'

/** What was typed, as it is shown again. */
export interface Form {
  readonly name: string
  readonly company: string
  readonly mail: string
  readonly accept: boolean
}

/** What is wrong, by field, in a sentence. */
export type Faults = Readonly<Partial<Record<keyof Form, string>>>

export const EMPTY_FORM: Form = { name: '', company: '', mail: '', accept: false }

/** Characters that are shown again of a field: what is longer has its fault. */
const SHOWN = 300

const lineFault = (text: string, max: number, what: string): string | undefined => {
  if (text === '') return `Enter ${what}.`
  if (text.length > max) return `Use at most ${max} characters.`
  return nameText(max).safeParse(text).success ? undefined : 'Use one line of plain text, without control characters.'
}

/**
 * Reads a form. It is accepted where it says so of the terms that are shown now.
 * @param termsNow SHA-256 of their text
 */
export const readForm = (
  body: string,
  termsNow: string,
): { readonly form: Form; readonly faults: Faults; readonly typed: VisitorInput | undefined } => {
  const sent = new URLSearchParams(body)
  const field = (name: string): string => (sent.get(name) ?? '').trim().normalize('NFC')
  const name = field('name')
  const company = field('company')
  const mail = field('mail')
  const address = mailAddressOf(mail)
  const isChanged = sent.get('terms') !== termsNow
  const accept = sent.get('accept') === 'yes' && !isChanged
  const all = {
    name: lineFault(name, NAME_MAX, 'your name'),
    company: lineFault(company, COMPANY_MAX, 'your company'),
    mail: address === undefined ? 'Enter a mail address, such as ada@acme.example.' : undefined,
    accept: accept ? undefined : 'Accept the terms to go on.',
  }
  if (isChanged && sent.get('accept') === 'yes')
    all.accept = 'The terms have changed: read them, and accept them again.'
  const faults = Object.fromEntries(Object.entries(all).filter(([, fault]) => fault !== undefined)) as Faults
  const form = { name: name.slice(0, SHOWN), company: company.slice(0, SHOWN), mail: mail.slice(0, SHOWN), accept }
  const isGood = Object.keys(faults).length === 0 && address !== undefined
  return { form, faults, typed: isGood ? { name, company, mail: address } : undefined }
}
