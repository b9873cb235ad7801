import {
  type Evidence,
  isWitnessKey,
  type NoteKey,
  type PublicKeyRecord,
  parseVerifierKey,
  verifyReceipt,
} from '@signet/receipts'
import { browserCheckText, FAILURE_TEXT, verificationText } from './verification-text.ts'

interface Element {
  textContent: string | null
  hidden: boolean
  dataset: Record<string, string | undefined>
}
declare const document: {
  getElementById(id: string): Element | null
  querySelectorAll(selector: string): Iterable<Element>
}

interface PageEvidence {
  readonly evidence: Omit<Evidence, 'logKeys' | 'witnessKeys'>
  readonly keys: readonly PublicKeyRecord[]
  readonly noteKeys: readonly string[]
}

const setText = (id: string, text: string): void => {
  const element = document.getElementById(id)
  if (element) element.textContent = text
}

const pageEvidence = (): PageEvidence | undefined => {
  const text = document.getElementById('evidence')?.textContent
  return text ? (JSON.parse(text) as PageEvidence) : undefined
}

const verifyInBrowser = async (): Promise<void> => {
  const pageData = pageEvidence()
  if (!pageData) return
  const noteKeys: readonly NoteKey[] = pageData.noteKeys.map(parseVerifierKey)
  const { checks, valid, hash } = await verifyReceipt({
    ...pageData.evidence,
    keys: pageData.keys,
    logKeys: noteKeys.filter((key) => !isWitnessKey(key)),
    witnessKeys: noteKeys.filter(isWitnessKey),
  })
  const matchesPage = hash === document.getElementById('hash')?.textContent
  for (const cell of document.querySelectorAll('[data-check]')) {
    const check = checks[cell.dataset.check as keyof typeof checks]
    if (check) cell.textContent = browserCheckText(cell.dataset.check, check.status)
  }
  setText('browser', verificationText({ isValid: valid, matchesPage, checks }))
}

verifyInBrowser().catch(() => setText('browser', FAILURE_TEXT))
